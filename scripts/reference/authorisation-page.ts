import type { Operation } from '../../src/contract/operation.ts';
import { operations } from '../../src/contract/operations.ts';
import { type Caller, type CallerName, callers, verdictOf } from '../../test/contract/callers.ts';

/** The columns of the big table; who is left out is answered like one of them, and stands in the second. */
const columns: Partial<Record<CallerName, string>> = {
  'no token': 'no token',
  'a bad token': 'bad token',
  'a reader': 'reader',
  'a contributor': 'contributor',
  'an owner': 'owner',
  'an application with SVC.APIReader': 'app, reader',
  'an application with SVC.APIContributor': 'app, contributor',
  'an application with SVC.APIOwner': 'app, owner',
  'an owner of another Organization': 'another Organization',
  'somebody of the directory who is no member': 'no member',
  'a personal account': 'personal',
  'a registered executor': 'executor',
};

const minimumRoles = [
  'SVC.Access',
  'SVC.APIReader',
  'SVC.APIContributor',
  'SVC.APIOwner',
  'registeredExecutor',
] as const;

export function authorisationPage(): string {
  const shown = Object.entries(columns) as [CallerName, string][];
  const rows = Object.values<Operation>(operations).map((operation) => {
    const cells = shown.map(([name]) => cell(operation, name));
    return `| \`${operation.operationId}\` | ${cells.join(' | ')} |`;
  });
  const codes = Object.entries<Caller>(callers).map(([name, caller]) => {
    const cells = minimumRoles.map((minimumRole) => {
      const verdict = verdictOf({ minimumRole }, caller);
      return verdict === 'passes'
        ? '✓'
        : `${verdict.status} [\`${verdict.code}\`](errors.md#${verdict.code})`;
    });
    return `| ${name} | ${cells.join(' | ')} |`;
  });
  return `# Authorisation

Who may call what, from the operation table. \`test/contract/authorization.test.ts\` sends every operation as everybody here
and holds the service to it.

## By operation

✓ is let in; a number is the status of the refusal. Somebody of another Organization is let in to what is theirs: 404 stands
where the operation takes an id, because one of ours is answered like one that nothing has, to the letter
(\`test/tenancy/foreign-ids.test.ts\`).

| operation | ${shown.map(([, label]) => label).join(' | ')} |
|---|${shown.map(() => '---|').join('')}
${rows.join('\n')}

## By caller

With the code of the refusal, by the minimum role of the operation.

| caller | ${minimumRoles.map((role) => `\`${role}\``).join(' | ')} |
|---|${minimumRoles.map(() => '---|').join('')}
${codes.join('\n')}
`;
}

function cell(operation: Operation, name: CallerName): string {
  const verdict = verdictOf(operation, callers[name]);
  if (verdict !== 'passes') return String(verdict.status);
  const isForeign = name === 'an owner of another Organization' && operation.params !== undefined;
  return isForeign ? '404' : '✓';
}
