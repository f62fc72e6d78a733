import { Checkbox, Chip, Group, Progress, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccess } from '../../api/access.tsx';
import { type Item, readPages } from '../../api/queries.ts';
import { useNow } from '../../api/use-now.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { SearchField, VerdictChips } from '../../components/filters.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { VerdictMark } from '../../components/verdict-mark.tsx';
import { When } from '../../components/when.tsx';
import { formatCount } from '../../language/counts.ts';
import { runDuration, scopeLabels } from '../../language/runs.ts';
import { formatDuration } from '../../language/times.ts';
import { isFinished, type Verdict } from '../../language/verdict.ts';
import type { RunSort, RunsSearch } from './runs-search.ts';

type Run = Item<'list_runs'>;

const filterStatuses: readonly Verdict[] = ['fail', 'error', 'pass', 'no_results', 'running', 'pending'];

export function RunsPage() {
  const search = useSearch({ from: '/runs' });
  const navigate = useNavigate({ from: '/runs' });
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const runs = useInfiniteQuery({
    ...readPages('list_runs', { query: queryOf(search) }),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some((page) => page.items.some(({ overallStatus }) => !isFinished(overallStatus)))
        ? 5000
        : false,
  });
  const sort = (by: RunSort): Pick<RunsSearch, 'sortBy' | 'direction'> => ({
    sortBy: by,
    direction: (search.sortBy ?? 'startedAt') === by && search.direction !== 'asc' ? 'asc' : 'desc',
  });
  const column = (label: string, by: RunSort) => ({
    label,
    sort: sortOf(search, by),
    heading: (
      <UnstyledButton
        fz="inherit"
        fw={(search.sortBy ?? 'startedAt') === by ? 700 : 'inherit'}
        onClick={() => navigate({ search: { ...search, ...sort(by) } })}
      >
        {label}
        {(search.sortBy ?? 'startedAt') === by && (search.direction === 'asc' ? ' ↑' : ' ↓')}
      </UnstyledButton>
    ),
  });
  const choose = (runUuid: string) =>
    setChosen(
      chosen.includes(runUuid) ? chosen.filter((one) => one !== runUuid) : [...chosen, runUuid].slice(-2),
    );
  return (
    <Page
      title="Runs"
      description="Every time the tests were run, and what came of it."
      actions={<CompareButton chosen={chosen} />}
    >
      <Stack gap="sm">
        <Filters />
        <Listing
          label="Runs"
          query={runs}
          columns={[
            { label: 'Compare', width: 36, hideLabel: true, from: 'sm' },
            { ...column('Verdict', 'status'), width: 110 },
            column('Name', 'name'),
            { label: 'Scope', from: 'md' },
            { ...column('Tests', 'tests'), figure: true, from: 'sm' },
            { ...column('Results', 'results'), figure: true, from: 'sm' },
            column('Started', 'startedAt'),
            { label: 'Took', figure: true, from: 'md' },
            { label: 'By', from: 'lg' },
          ]}
          row={(run) => (
            <RunRow
              key={run.runUuid}
              run={run}
              isChosen={chosen.includes(run.runUuid)}
              choose={() => choose(run.runUuid)}
            />
          )}
          empty={<NoRuns isFiltered={Object.keys(search).length > 0} />}
        />
      </Stack>
    </Page>
  );
}

function queryOf({ status, scope, search, test, sortBy, direction }: RunsSearch) {
  return {
    limit: 50,
    overallStatus: status ?? null,
    scope: scope ?? null,
    search: search ?? null,
    validationTestUuid: test ?? null,
    ...(sortBy !== undefined && { sortBy }),
    ...(direction !== undefined && { direction }),
  };
}

function sortOf(search: RunsSearch, by: RunSort): 'ascending' | 'descending' | 'none' {
  if ((search.sortBy ?? 'startedAt') !== by) return 'none';
  return search.direction === 'asc' ? 'ascending' : 'descending';
}

function Filters() {
  const search = useSearch({ from: '/runs' });
  const navigate = useNavigate({ from: '/runs' });
  return (
    <Group gap="md">
      <SearchField
        label="Search Runs"
        placeholder="Search name, scope, function, id"
        value={search.search ?? ''}
        onSearch={(text) =>
          navigate({
            search: ({ search: _, ...rest }) => (text === '' ? rest : { ...rest, search: text }),
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
      <Group gap={6} role="group" aria-label="Filter by scope">
        {Object.entries(scopeLabels).map(([scope, label]) => (
          <Chip
            key={scope}
            size="xs"
            variant="outline"
            checked={search.scope === scope}
            onClick={() =>
              navigate({
                search: ({ scope: _, ...rest }) =>
                  search.scope === scope ? rest : { ...rest, scope: scope as Run['scope'] },
              })
            }
          >
            {label}
          </Chip>
        ))}
      </Group>
      {search.test !== undefined && (
        <Chip size="xs" checked onClick={() => navigate({ search: ({ test: _, ...rest }) => rest })}>
          Only one test ×
        </Chip>
      )}
    </Group>
  );
}

interface RunRowProps {
  readonly run: Run;
  readonly isChosen: boolean;
  readonly choose: () => void;
}

function RunRow({ run, isChosen, choose }: RunRowProps) {
  const now = useNow();
  const {
    runUuid,
    name,
    overallStatus,
    scope,
    scopeLabel,
    testCount,
    resultCount,
    submittedAt,
    submittedBy,
  } = run;
  const duration = runDuration(run, now);
  return (
    <Table.Tr>
      <Table.Td visibleFrom="sm">
        <Checkbox size="xs" aria-label={`Compare ${name}`} checked={isChosen} onChange={choose} />
      </Table.Td>
      <Table.Td>
        <VerdictMark verdict={overallStatus} label />
      </Table.Td>
      <Table.Td>
        <TextLink to="/runs/$runUuid" params={{ runUuid }} fw={500}>
          {name}
        </TextLink>
        {!isFinished(overallStatus) && <RunProgress run={run} />}
      </Table.Td>
      <Table.Td visibleFrom="md">{scopeLabel === '' ? scopeLabels[scope] : scopeLabel}</Table.Td>
      <Table.Td className="figure" visibleFrom="sm">
        {formatCount(testCount)}
      </Table.Td>
      <Table.Td className="figure" visibleFrom="sm">
        {formatCount(resultCount)}
      </Table.Td>
      <Table.Td>
        <When at={run.startedAt ?? submittedAt} />
      </Table.Td>
      <Table.Td className="figure" visibleFrom="md">
        {duration === null ? '' : formatDuration(duration)}
      </Table.Td>
      <Table.Td visibleFrom="lg">
        {submittedBy.displayName ??
          (submittedBy.kind === 'application' ? submittedBy.applicationId : 'a member')}
      </Table.Td>
    </Table.Tr>
  );
}

function RunProgress({ run: { progress, name } }: { readonly run: Run }) {
  const percent = progress.total === 0 ? 0 : (progress.done / progress.total) * 100;
  return (
    <Group gap="xs" mt={4}>
      <Progress value={percent} size={4} w={120} aria-label={`Progress of ${name}`} />
      <Text size="xs" c="dimmed">
        {formatCount(progress.done)} of {formatCount(progress.total)}
      </Text>
    </Group>
  );
}

function CompareButton({ chosen }: { readonly chosen: readonly string[] }) {
  const [first, second] = chosen;
  if (first === undefined) return null;
  if (second === undefined) {
    return (
      <Text size="sm" c="dimmed">
        Choose one more to compare
      </Text>
    );
  }
  return (
    <LinkButton to="/runs/$runUuid/changes" params={{ runUuid: second }} search={{ with: first }}>
      Compare the two
    </LinkButton>
  );
}

function NoRuns({ isFiltered }: { readonly isFiltered: boolean }) {
  const { may } = useAccess();
  if (isFiltered) {
    return (
      <EmptyState title="No Run is like that" action={<LinkButton to="/runs">Show all Runs</LinkButton>}>
        Nothing matches all of the filters in the address.
      </EmptyState>
    );
  }
  return (
    <EmptyState title="Nothing was run yet" command="npx plumbline run --all --wait">
      {may('contributor')
        ? 'With at least one active test, “Run all” above runs everything. From a CI job, the same by command:'
        : 'A Contributor runs the tests; what comes of it stands here.'}
    </EmptyState>
  );
}
