import { Card, Grid, Group, Skeleton, Stack, Table, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useAccess } from '../../api/access.tsx';
import { type Item, read, readPages } from '../../api/queries.ts';
import { useLive } from '../../api/use-live.ts';
import { ChangeList } from '../../components/change-list.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { Figure, Figures } from '../../components/figure.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Listing } from '../../components/listing.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { RunStrip } from '../../components/run-strip.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { VerdictMark } from '../../components/verdict-mark.tsx';
import { When } from '../../components/when.tsx';
import { formatCount, formatRatio } from '../../language/counts.ts';
import { resultSentence } from '../../language/results.ts';
import { wrongRows } from '../../language/row-trend.ts';
import { runSentence } from '../../language/runs.ts';
import { isFinished } from '../../language/verdict.ts';
import { GuidedPath } from './guided-path.tsx';
import { Surroundings } from './surroundings.tsx';

type Run = Item<'list_runs'>;

const recentRuns = 30;

/** The sentence of truth, what broke and what was repaired, and how it has been lately. */
export function OverviewPage() {
  const { data, error } = useLive(
    'list_runs',
    { query: { limit: recentRuns } },
    { while: ({ items }) => items.some(({ overallStatus }) => !isFinished(overallStatus)) },
  );
  const runs = data?.body.items;
  const latest = runs?.find(({ overallStatus }) => isFinished(overallStatus));
  const running = runs?.filter(({ overallStatus }) => !isFinished(overallStatus)) ?? [];
  return (
    <Page
      title="Overview"
      heading={latest === undefined ? 'Overview' : <Sentence run={latest} />}
      description={
        latest !== undefined && (
          <>
            <TextLink to="/runs/$runUuid" params={{ runUuid: latest.runUuid }}>
              {latest.name}
            </TextLink>
            , <When at={latest.finishedAt ?? latest.submittedAt} />
          </>
        )
      }
    >
      <Problem error={error} />
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, lg: 9 }}>
          {runs === undefined && error === null && <Skeleton height={240} />}
          {runs?.length === 0 && <FirstSteps />}
          <Stack gap="lg">
            {latest !== undefined && <GuidedPath run={latest} />}
            {running.map((run) => (
              <RunningCard key={run.runUuid} run={run} />
            ))}
            {latest !== undefined && <SinceThen run={latest} />}
            {runs !== undefined && runs.length > 0 && <Lately runs={runs} />}
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3 }}>
          <Surroundings />
        </Grid.Col>
      </Grid>
    </Page>
  );
}

function Sentence({ run }: { readonly run: Run }) {
  return (
    <Group gap="sm" wrap="nowrap" align="center">
      <VerdictMark verdict={run.overallStatus} size={20} />
      <span>{runSentence(run)}</span>
    </Group>
  );
}

function RunningCard({ run }: { readonly run: Run }) {
  const { runUuid, name, overallStatus, progress } = run;
  return (
    <Card padding="sm">
      <Group justify="space-between">
        <Group gap="sm">
          <VerdictMark verdict={overallStatus} label />
          <TextLink to="/runs/$runUuid" params={{ runUuid }}>
            {name}
          </TextLink>
        </Group>
        <Text size="sm" c="dimmed">
          {formatCount(progress.done)} of {formatCount(progress.total)} tests
        </Text>
      </Group>
    </Card>
  );
}

function SinceThen({ run: { runUuid } }: { readonly run: Run }) {
  const summary = useQuery(read('compare_run', { params: { runUuid }, query: { limit: 1 } }));
  const changes = useInfiniteQuery(readPages('compare_run', { params: { runUuid }, query: { limit: 25 } }));
  const comparison = summary.data?.body;
  if (comparison?.previousRunUuid === null) return <WhatDiffers runUuid={runUuid} />;
  return (
    <div>
      <Group justify="space-between" mb="xs">
        <Title order={2}>Since the Run before</Title>
        {comparison !== undefined && (
          <Text size="sm" c="dimmed">
            {formatCount(comparison.counts.broke)} broke · {formatCount(comparison.counts.repaired)} repaired
            · {formatCount(comparison.counts.stillFailing)} still differ
          </Text>
        )}
      </Group>
      <ChangeList query={changes} runUuid={runUuid} />
    </div>
  );
}

/** Of a first Run nothing has changed: what differs is all there is to say. */
function WhatDiffers({ runUuid }: { readonly runUuid: string }) {
  const results = useInfiniteQuery(
    readPages('list_results', { params: { runUuid }, query: { status: 'fail', limit: 25 } }),
  );
  return (
    <div>
      <Title order={2} mb="xs">
        What differs
      </Title>
      <Listing
        label="What differs"
        query={results}
        columns={[{ label: 'Test' }, { label: 'Pair', from: 'sm' }, { label: 'What came of it', from: 'xs' }]}
        row={(result) => (
          <Table.Tr key={result.resultUuid}>
            <Table.Td>
              <VerdictMark verdict="fail" />{' '}
              <TextLink
                to="/runs/$runUuid/results/$resultUuid"
                params={{ runUuid, resultUuid: result.resultUuid }}
                fw={500}
              >
                {result.name}
              </TextLink>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <TextLink to="/pairs/$datasetPairUuid" params={{ datasetPairUuid: result.datasetPairUuid }}>
                {result.datasetPairName}
              </TextLink>
            </Table.Td>
            <Table.Td visibleFrom="xs">{resultSentence(result)}</Table.Td>
          </Table.Tr>
        )}
        empty={<Text c="dimmed">No test found a difference.</Text>}
      />
    </div>
  );
}

function Lately({ runs }: { readonly runs: readonly Run[] }) {
  const finished = runs.filter(({ overallStatus }) => isFinished(overallStatus));
  const passes = finished.reduce((sum, { counts }) => sum + counts.pass, 0);
  const tests = finished.reduce((sum, { testCount }) => sum + testCount, 0);
  const [latest] = finished;
  const previous = finished.slice(1).find(({ scopeLabel }) => scopeLabel === latest?.scopeLabel);
  return (
    <div>
      <Title order={2} mb="xs">
        Lately
      </Title>
      <Card>
        <Group align="flex-end" justify="space-between">
          <RunStrip runs={[...runs].reverse()} />
          <Figures>
            {latest !== undefined && <WrongRows latest={latest} previous={previous} />}
            <Figure
              label="Tests that passed"
              value={formatRatio(passes, tests)}
              beside={`of ${formatCount(tests)}`}
            />
          </Figures>
        </Group>
        <Text size="xs" c="dimmed" mt="xs">
          {runs.length === 1 ? 'The last Run' : `The last ${formatCount(runs.length)} Runs`}. Bars: rows that
          differ or are missing, on a logarithmic scale.
        </Text>
      </Card>
    </div>
  );
}

interface WrongRowsProps {
  readonly latest: Run;
  /** The one before it with the same scope: others cover other rows. */
  readonly previous: Run | undefined;
}

function WrongRows({ latest, previous }: WrongRowsProps) {
  const wrong = wrongRows(latest.rows);
  const change = previous === undefined ? 0n : wrong - wrongRows(previous.rows);
  const compared = BigInt(latest.rows.matched) + BigInt(latest.rows.missing);
  return (
    <Figure
      label="Rows that differ or are missing"
      value={formatCount(wrong)}
      beside={
        change === 0n
          ? `of ${formatCount(compared)}`
          : `${formatCount(change < 0n ? -change : change)} ${change < 0n ? 'fewer' : 'more'} than before`
      }
      {...(wrong > 0n && { color: 'var(--fail)' })}
    />
  );
}

function FirstSteps() {
  const { may } = useAccess();
  const datasets = useQuery(read('list_datasets', { query: { limit: 1 } }));
  const pairs = useQuery(read('list_dataset_pairs', { query: { limit: 1 } }));
  const hasDatasets = (datasets.data?.body.items.length ?? 0) > 0;
  const hasPairs = (pairs.data?.body.items.length ?? 0) > 0;
  if (!may('contributor')) {
    return (
      <EmptyState title="Nothing was compared yet">
        Once a Contributor has paired two datasets and run the tests, what differs stands here.
      </EmptyState>
    );
  }
  if (hasPairs) {
    return (
      <EmptyState
        title="Run what you have"
        action={<LinkButton to="/pairs">Go to the pairs</LinkButton>}
        command="npx plumbline run --all --wait"
      >
        Accept the suggested tests of a pair, then “Run all” above. What differs will stand here.
      </EmptyState>
    );
  }
  return hasDatasets ? (
    <EmptyState title="Pair two datasets" action={<LinkButton to="/pairs/new">Pair two datasets</LinkButton>}>
      Say which dataset must be true to which; their fields are matched and tests suggested.
    </EmptyState>
  ) : (
    <EmptyState
      title="Begin with the data"
      action={<LinkButton to="/sources">Go to the sources</LinkButton>}
      command="npx plumbline compare examples/orders-source.csv examples/orders-target.csv --key order_id"
    >
      Add a folder or a database as a source and register two datasets. To see a comparison right now, without
      any of that:
    </EmptyState>
  );
}
