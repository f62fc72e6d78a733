import { Group, Select, Skeleton, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { type Body, readPages } from '../../api/queries.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FieldNames } from '../../components/field-names.tsx';
import { SearchField, VerdictChips } from '../../components/filters.tsx';
import { markedPair } from '../../components/marked-value.tsx';
import { Problem } from '../../components/problem.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { VerdictMark } from '../../components/verdict-mark.tsx';
import { type FunctionCode, functionCodes, functions } from '../../language/functions.ts';
import { type Result, resultSentence, valueText, verdictOf } from '../../language/results.ts';
import { formatDuration } from '../../language/times.ts';
import type { Verdict } from '../../language/verdict.ts';
import { groupResults, type ResultGroup } from './group-results.ts';
import classes from './run-results.module.css';

type Run = Body<'get_run'>;

const filterStatuses = ['fail', 'error', 'pass', 'no_results'] as const;

/** The results of a Run, by pair, the worst first. */
export function RunResults({ run }: { readonly run: Run }) {
  const { runUuid } = run;
  const { status, function: functionCode, text = '' } = useSearch({ from: '/runs/$runUuid' });
  const results = useInfiniteQuery(
    readPages('list_results', {
      params: { runUuid },
      query: { limit: 100, status: status ?? null, functionCode: functionCode ?? null },
    }),
  );
  useNewResults(results, run);
  if (results.error !== null) return <Problem error={results.error} />;
  const items = results.data?.pages.flatMap((page) => page.items) ?? [];
  const groups = groupResults(items.filter((result) => mentions(result, text)));
  return (
    <Stack gap="sm">
      <ResultFilters />
      {results.isPending && <Skeleton height={200} />}
      {results.isSuccess && groups.length === 0 && (
        <EmptyState title="No test is like that">Nothing of this Run matches the filters.</EmptyState>
      )}
      {groups.map((group) => (
        <PairGroup
          key={group.datasetPairUuid}
          group={group}
          runUuid={runUuid}
          startsOpen={groups.length <= 3}
        />
      ))}
      {results.hasNextPage && (
        <UnstyledButton className={classes.more ?? ''} onClick={() => results.fetchNextPage()}>
          Show more tests
        </UnstyledButton>
      )}
    </Stack>
  );
}

/** The Run tells that there are more results: then they are read, and not before. */
function useNewResults(
  { refetch }: { readonly refetch: () => unknown },
  { resultCount, overallStatus }: Run,
): void {
  const seen = useRef({ resultCount, overallStatus });
  useEffect(() => {
    const before = seen.current;
    seen.current = { resultCount, overallStatus };
    if (before.resultCount === resultCount && before.overallStatus === overallStatus) return;
    refetch();
  }, [resultCount, overallStatus, refetch]);
}

function mentions({ name, fields, datasetPairName }: Result, text: string): boolean {
  const wanted = text.toLowerCase();
  const names = fields.flatMap(({ sourceField, targetField }) => [sourceField, targetField]);
  return [name, datasetPairName, ...names].some((said) => said.toLowerCase().includes(wanted));
}

function ResultFilters() {
  const search = useSearch({ from: '/runs/$runUuid' });
  const navigate = useNavigate({ from: '/runs/$runUuid' });
  return (
    <Group gap="sm">
      <SearchField
        label="Filter tests"
        placeholder="Filter by test, pair or field"
        value={search.text ?? ''}
        onSearch={(text) =>
          navigate({
            search: ({ text: _, ...rest }) => (text === '' ? rest : { ...rest, text }),
            replace: true,
          })
        }
      />
      <VerdictChips
        offered={filterStatuses}
        chosen={search.status}
        onChoose={(status) =>
          navigate({
            search: ({ status: _, ...rest }) => (status === undefined ? rest : { ...rest, status }),
          })
        }
      />
      <Select
        aria-label="Filter by function"
        placeholder="Any function"
        size="xs"
        w={160}
        clearable
        value={search.function ?? null}
        onChange={(code) =>
          navigate({
            search: ({ function: _, ...rest }) =>
              code === null ? rest : { ...rest, function: code as FunctionCode },
          })
        }
        data={functionCodes.map((code) => ({ value: code, label: functions[code].label }))}
      />
    </Group>
  );
}

interface PairGroupProps {
  readonly group: ResultGroup;
  readonly runUuid: string;
  readonly startsOpen: boolean;
}

function PairGroup({ group, runUuid, startsOpen }: PairGroupProps) {
  const { name, verdict, results, tally } = group;
  const [opened, setOpened] = useState(startsOpen || verdict === 'fail' || verdict === 'error');
  return (
    <section className={classes.group} aria-label={name}>
      <UnstyledButton
        className={classes.heading ?? ''}
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        <span aria-hidden="true">{opened ? '▾' : '▸'}</span>
        <VerdictMark verdict={verdict} />
        <Text span fw={600}>
          {name}
        </Text>
        <Group gap="sm" ml="auto">
          {(Object.keys(tally) as Verdict[]).map((kind) => (
            <span key={kind}>
              <VerdictMark verdict={kind} size={9} /> {tally[kind]}
            </span>
          ))}
        </Group>
      </UnstyledButton>
      {opened && (
        <ScrollRegion label={`Tests of ${name}`}>
          <Table aria-label={`Tests of ${name}`} highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th w={36}>
                  <span className={classes.hidden}>Verdict</span>
                </Table.Th>
                <Table.Th>Test</Table.Th>
                <Table.Th visibleFrom="sm">Function</Table.Th>
                <Table.Th visibleFrom="md">Field</Table.Th>
                <Table.Th>What came of it</Table.Th>
                <Table.Th visibleFrom="md" className="figure">
                  Source
                </Table.Th>
                <Table.Th visibleFrom="md" className="figure">
                  Target
                </Table.Th>
                <Table.Th visibleFrom="lg" className="figure">
                  Took
                </Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {results.map((result) => (
                <ResultRow key={result.resultUuid} result={result} runUuid={runUuid} />
              ))}
            </Table.Tbody>
          </Table>
        </ScrollRegion>
      )}
    </section>
  );
}

function ResultRow({ result, runUuid }: { readonly result: Result; readonly runUuid: string }) {
  const { resultUuid, name, functionCode, fields, source, target, startedAt, finishedAt, engine, status } =
    result;
  const [left, right] =
    status === 'fail' && source.value !== null && target.value !== null
      ? markedPair({ source: valueText(source.value), target: valueText(target.value) })
      : [source.value !== null && valueText(source.value), target.value !== null && valueText(target.value)];
  return (
    <Table.Tr>
      <Table.Td>
        <VerdictMark verdict={verdictOf(result)} />
      </Table.Td>
      <Table.Td>
        <TextLink to="/runs/$runUuid/results/$resultUuid" params={{ runUuid, resultUuid }} fw={500}>
          {name}
        </TextLink>
      </Table.Td>
      <Table.Td visibleFrom="sm">{functions[functionCode].label}</Table.Td>
      <Table.Td visibleFrom="md">
        <FieldNames fields={fields} />
      </Table.Td>
      <Table.Td>
        <Text size="sm">{resultSentence(result)}</Text>
      </Table.Td>
      <Table.Td visibleFrom="md" className="figure">
        <span className="value">{left}</span>
      </Table.Td>
      <Table.Td visibleFrom="md" className="figure">
        <span className="value">{right}</span>
      </Table.Td>
      <Table.Td
        visibleFrom="lg"
        className="figure"
        {...(engine !== null && { title: `${engine.name} ${engine.version}` })}
      >
        {startedAt !== null &&
          finishedAt !== null &&
          formatDuration(new Date(finishedAt).getTime() - new Date(startedAt).getTime())}
      </Table.Td>
    </Table.Tr>
  );
}
