import type { Operation } from '../../src/contract/operation.ts';
import { problemsByStatus } from '../../src/contract/operation-problems.ts';
import { operations } from '../../src/contract/operations.ts';

export function operationsPage(): string {
  const groups = [...Map.groupBy(Object.values<Operation>(operations), ({ tag }) => tag)];
  const sections = groups.map(([tag, rows]) => `## ${tag}\n\n${rows.map(entry).join('\n')}`);
  return `# Operations

The whole interface, from the operation table that the service itself runs on. The exact schemas are in the OpenAPI
document at \`GET /api/v1/openapi.json\`, and the interactive page at \`GET /api/v1/docs\`; both need a bearer token.

${sections.join('\n')}`;
}

function entry(operation: Operation): string {
  const { method, path, summary, description, minimumRole, safety, sideEffects } = operation;
  const header = { none: 'none', idempotencyKey: '`Idempotency-Key`', ifMatch: '`If-Match`' }[safety];
  const successes = Object.entries(operation.responses).map(
    ([status, response]) => `- **${status}** ${response.description}`,
  );
  const refusals = [...problemsByStatus(operation)]
    .sort(([a], [b]) => a - b)
    .map(
      ([status, codes]) =>
        `- **${status}** ${codes.map((code) => `[\`${code}\`](errors.md#${code})`).join(', ')}`,
    );
  return `### ${summary}

\`${method} ${path}\` (\`${operation.operationId}\`)

${description}

Minimum role: \`${minimumRole}\`. Tokens: ${operation.tokenSchemes.join(', ')}. Required header: ${header}. Side effects: ${sideEffects.join(', ')}.

${[...successes, ...refusals].join('\n')}
`;
}
