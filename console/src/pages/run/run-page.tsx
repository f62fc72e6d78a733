import { Alert, Button, Group, Menu, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useAccess } from '../../api/access.tsx';
import { type Body, read } from '../../api/queries.ts';
import { useLive } from '../../api/use-live.ts';
import { useNow } from '../../api/use-now.ts';
import { useOperation } from '../../api/use-operation.ts';
import { Figure, Figures } from '../../components/figure.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { Reading } from '../../components/reading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { useFavicon } from '../../components/use-favicon.ts';
import { VerdictMark } from '../../components/verdict-mark.tsx';
import { When } from '../../components/when.tsx';
import { formatCount } from '../../language/counts.ts';
import { wrongRows } from '../../language/row-trend.ts';
import { remainingTime, runDuration, runSentence, scopeLabels } from '../../language/runs.ts';
import { formatDuration } from '../../language/times.ts';
import { isFinished } from '../../language/verdict.ts';
import { downloadReport, openReport, reportFormats } from './download-report.ts';
import { RunResults } from './run-results.tsx';

type Run = Body<'get_run'>;

export function RunPage() {
  const { runUuid } = useParams({ from: '/runs/$runUuid' });
  const { data, error } = useLive(
    'get_run',
    { params: { runUuid } },
    { while: ({ overallStatus }) => !isFinished(overallStatus) },
  );
  const run = data?.body;
  useFavicon(run?.overallStatus ?? null);
  return (
    <Page
      title={run?.name ?? 'Run'}
      heading={
        run !== undefined && (
          <Group gap="sm" wrap="nowrap">
            <VerdictMark verdict={run.overallStatus} size={20} />
            <span>{run.name}</span>
          </Group>
        )
      }
      above={<TextLink to="/runs">Runs</TextLink>}
      description={run !== undefined && <Text c="var(--ink)">{runSentence(run)}</Text>}
      actions={run !== undefined && <RunActions run={run} />}
    >
      <Reading query={{ data, error }} />
      {run !== undefined && (
        <Stack>
          {!isFinished(run.overallStatus) && <RunningBar run={run} />}
          <RunFigures run={run} />
          {isFinished(run.overallStatus) && <SinceBefore runUuid={runUuid} />}
          <RunResults run={run} />
        </Stack>
      )}
    </Page>
  );
}

function RunActions({ run }: { readonly run: Run }) {
  const { may } = useAccess();
  const { runUuid, overallStatus, counts } = run;
  const finished = isFinished(overallStatus);
  return (
    <>
      {finished && (
        <>
          <LinkButton to="/runs/$runUuid/changes" params={{ runUuid }} variant="default">
            What changed
          </LinkButton>
          <ReportMenu run={run} />
        </>
      )}
      {may('contributor') && finished && counts.error + counts.noResults > 0 && (
        <RetryButton runUuid={runUuid} />
      )}
      {may('contributor') && !finished && <CancelButton run={run} />}
    </>
  );
}

function RetryButton({ runUuid }: { readonly runUuid: string }) {
  const navigate = useNavigate();
  const retry = useOperation('retry_run', {
    renews: ['list_runs'],
    onDone: ({ body }) => navigate({ to: '/runs/$runUuid', params: { runUuid: body.runUuid } }),
  });
  return (
    <>
      <Button loading={retry.isPending} onClick={() => retry.perform({ params: { runUuid } })}>
        Retry what could not be decided
      </Button>
      <Problem error={retry.error} />
    </>
  );
}

function CancelButton({ run: { runUuid, cancelledAt } }: { readonly run: Run }) {
  const cancel = useOperation('cancel_run', { renews: ['get_run', 'list_results', 'list_runs'] });
  return (
    <>
      <Button
        variant="default"
        loading={cancel.isPending}
        disabled={cancelledAt !== null}
        onClick={() => cancel.perform({ params: { runUuid } })}
      >
        {cancelledAt === null ? 'Cancel' : 'Cancelling …'}
      </Button>
      <Problem error={cancel.error} />
    </>
  );
}

function ReportMenu({ run }: { readonly run: Run }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default">Report</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => openReport(run)}>Open as a page</Menu.Item>
        <Menu.Divider />
        <Menu.Label>Download</Menu.Label>
        {reportFormats.map((wanted) => (
          <Menu.Item key={wanted.format} onClick={() => downloadReport(run, wanted)}>
            {wanted.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}

/** What became of the tests since the Run of the same scope before; nothing where there was none. */
function SinceBefore({ runUuid }: { readonly runUuid: string }) {
  const { data } = useQuery(read('compare_run', { params: { runUuid }, query: { limit: 1 } }));
  const previousRunUuid = data?.body.previousRunUuid;
  if (data === undefined || previousRunUuid == null) return null;
  const { broke, repaired, stillFailing } = data.body.counts;
  return (
    <Text size="sm">
      Since the{' '}
      <TextLink to="/runs/$runUuid" params={{ runUuid: previousRunUuid }} underline="always">
        Run before
      </TextLink>
      : {formatCount(broke)} broke, {formatCount(repaired)} repaired, {formatCount(stillFailing)} differ
      still.{' '}
      <TextLink to="/runs/$runUuid/changes" params={{ runUuid }} underline="always">
        Compare the two
      </TextLink>
    </Text>
  );
}

function RunningBar({ run }: { readonly run: Run }) {
  const left = remainingTime(run, useNow());
  const { done, total } = run.progress;
  return (
    <Alert color="blue" variant="light" p="sm">
      <Group justify="space-between" mb={6}>
        <Text size="sm">
          {run.overallStatus === 'pending'
            ? 'Waiting for an executor to take it up'
            : `${formatCount(done)} of ${formatCount(total)} tests done`}
        </Text>
        {left !== null && (
          <Text size="sm" c="dimmed">
            about {formatDuration(left)} left
          </Text>
        )}
      </Group>
      <Progress value={total === 0 ? 0 : (done / total) * 100} size="sm" aria-label="Progress of the Run" />
    </Alert>
  );
}

function RunFigures({ run }: { readonly run: Run }) {
  const {
    counts,
    rows,
    testCount,
    resultCount,
    submittedBy,
    submittedAt,
    startedAt,
    scope,
    scopeLabel,
    retryOfRunUuid,
  } = run;
  const duration = runDuration(run, useNow());
  return (
    <Figures>
      <Figure
        label="Differ"
        value={formatCount(counts.fail)}
        {...(counts.fail > 0 && { color: 'var(--fail)' })}
      />
      <Figure
        label="Could not be decided"
        value={formatCount(counts.error)}
        {...(counts.error > 0 && { color: 'var(--error)' })}
      />
      <Figure label="Agree" value={formatCount(counts.pass)} beside={`of ${formatCount(testCount)}`} />
      {BigInt(rows.matched) > 0n && (
        <Figure
          label="Rows that differ or are missing"
          value={formatCount(wrongRows(rows))}
          beside={`of ${formatCount(BigInt(rows.matched) + BigInt(rows.missing))}`}
        />
      )}
      {resultCount < testCount && (
        <Figure label="Results" value={formatCount(resultCount)} beside={`of ${formatCount(testCount)}`} />
      )}
      <Figure small label="Started" value={<When at={startedAt ?? submittedAt} />} />
      {duration !== null && <Figure small label="Took" value={formatDuration(duration)} />}
      <Figure small label="Scope" value={scopeLabel === '' ? scopeLabels[scope] : scopeLabel} />
      <Figure small label="By" value={submittedBy.displayName ?? submittedBy.applicationId} />
      {retryOfRunUuid !== null && (
        <Figure
          small
          label="Retries"
          value={
            <TextLink to="/runs/$runUuid" params={{ runUuid: retryOfRunUuid }}>
              an earlier Run
            </TextLink>
          }
        />
      )}
    </Figures>
  );
}
