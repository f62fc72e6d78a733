import { type ProblemCode, problems } from '../../src/domain/problems.ts';

export function errorsPage(): string {
  const codes = Object.keys(problems) as ProblemCode[];
  const byStatus = [...Map.groupBy(codes, (code) => problems[code].status)].sort(([a], [b]) => a - b);
  const sections = byStatus.map(([status, group]) => `## ${status}\n\n${group.map(entry).join('\n')}`);
  return `# Error codes

Every error is a problem document (RFC 9457, \`application/problem+json\`): \`type\` leads to the code's page at
\`/problems/{code}\` of the service, \`code\` is for programs and never changes its meaning, \`detail\` says what happened
and what to do, \`errors\` names the parts of the request, and \`requestId\` finds the request in the log.

${sections.join('\n')}`;
}

function entry(code: ProblemCode): string {
  const { title, description, retryable } = problems[code];
  return `### \`${code}\`\n\n${title}. ${description}${retryable ? ' *The same request may succeed later.*' : ''}\n`;
}
