import { Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { read } from '../../api/queries.ts';
import { formatCount } from '../../language/counts.ts';
import { differenceCount, type Result } from '../../language/results.ts';
import classes from './result-page.module.css';
import type { EvidenceKind } from './result-search.ts';

interface Kind {
  readonly label: string;
  readonly count: number;
  /** Which rows show it; absent where rows do not. */
  readonly kind?: EvidenceKind;
}

/** What kinds of difference there are, with their counts, and the other columns of the pair that differ. */
export function DifferenceKinds({ result }: { readonly result: Result }) {
  const search = useSearch({ from: '/runs/$runUuid/results/$resultUuid' });
  const { runUuid, resultUuid } = result;
  const kinds = kindsOf(result).filter(({ count }) => count > 0);
  return (
    <nav className={classes.kinds} aria-label="Kinds of difference">
      {kinds.length > 0 && (
        <>
          <Title order={2} fz="xs" c="dimmed" fw={500} px="0.6rem">
            In this test
          </Title>
          <Link
            to="/runs/$runUuid/results/$resultUuid"
            params={{ runUuid, resultUuid }}
            search={{}}
            className={classes.kind ?? ''}
            data-active={search.kind === undefined}
          >
            <span>All differences</span>
            <span>{formatCount(differenceCount(result))}</span>
          </Link>
          {kinds.map(({ label, count, kind }) =>
            kind === undefined ? (
              <span key={label} className={classes.kind}>
                <span>{label}</span>
                <span>{formatCount(count)}</span>
              </span>
            ) : (
              <Link
                key={label}
                to="/runs/$runUuid/results/$resultUuid"
                params={{ runUuid, resultUuid }}
                search={{ kind }}
                className={classes.kind ?? ''}
                data-active={search.kind === kind}
              >
                <span>{label}</span>
                <span>{formatCount(count)}</span>
              </Link>
            ),
          )}
        </>
      )}
      <OtherColumns result={result} />
    </nav>
  );
}

function kindsOf(result: Result): readonly Kind[] {
  const { mismatchedRows, missingInSource, missingInTarget, duplicateKeys, unconvertible } = result;
  return [
    { label: 'Different values', count: mismatchedRows ?? 0, kind: 'different' },
    { label: 'Only in the source', count: missingInTarget ?? 0, kind: 'onlyInSource' },
    { label: 'Only in the target', count: missingInSource ?? 0, kind: 'onlyInTarget' },
    { label: 'Keys twice in the source', count: duplicateKeys?.source ?? 0 },
    { label: 'Keys twice in the target', count: duplicateKeys?.target ?? 0 },
    { label: 'Unconvertible in the source', count: unconvertible?.source ?? 0 },
    { label: 'Unconvertible in the target', count: unconvertible?.target ?? 0 },
  ];
}

/** Other tests of the pair that fail in the same Run, the most differences first. */
function OtherColumns({ result }: { readonly result: Result }) {
  const { runUuid, resultUuid, datasetPairUuid } = result;
  const { data } = useQuery(
    read('list_results', { params: { runUuid }, query: { datasetPairUuid, status: 'fail', limit: 100 } }),
  );
  const others = (data?.body.items ?? [])
    .filter((other) => other.resultUuid !== resultUuid)
    .sort((a, b) => differenceCount(b) - differenceCount(a));
  if (others.length === 0) return null;
  return (
    <>
      <Title order={2} fz="xs" c="dimmed" fw={500} px="0.6rem" mt="md">
        Also differ in this pair
      </Title>
      {others.slice(0, 20).map((other) => (
        <Link
          key={other.resultUuid}
          to="/runs/$runUuid/results/$resultUuid"
          params={{ runUuid, resultUuid: other.resultUuid }}
          search={{}}
          className={classes.kind ?? ''}
        >
          <Text span size="sm" truncate>
            {other.name}
          </Text>
          <span>{differenceCount(other) > 0 && formatCount(differenceCount(other))}</span>
        </Link>
      ))}
    </>
  );
}
