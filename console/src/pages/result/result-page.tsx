import { Alert, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { read } from '../../api/queries.ts';
import { useLive } from '../../api/use-live.ts';
import { FieldNames } from '../../components/field-names.tsx';
import { Figure, Figures } from '../../components/figure.tsx';
import { markedPair } from '../../components/marked-value.tsx';
import { Page } from '../../components/page.tsx';
import { Prose } from '../../components/prose.tsx';
import { Reading } from '../../components/reading.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { VerdictMark } from '../../components/verdict-mark.tsx';
import { formatCount, formatRatio } from '../../language/counts.ts';
import { functions } from '../../language/functions.ts';
import { type Result, resultSentence, valueText, verdictOf } from '../../language/results.ts';
import { DifferenceKinds } from './difference-kinds.tsx';
import { Evidence } from './evidence.tsx';
import classes from './result-page.module.css';

/** The page that people stay on: what differs, in which rows, in which characters. */
export function ResultPage() {
  const { runUuid, resultUuid } = useParams({ from: '/runs/$runUuid/results/$resultUuid' });
  const { data, error } = useLive(
    'get_result',
    { params: { runUuid, resultUuid } },
    { while: ({ status }) => status === null },
  );
  const run = useQuery(read('get_run', { params: { runUuid } }));
  const result = data?.body;
  return (
    <Page
      title={result?.name ?? 'Result'}
      heading={
        result !== undefined && (
          <Group gap="sm" wrap="nowrap">
            <VerdictMark verdict={verdictOf(result)} size={20} />
            <span>{result.name}</span>
          </Group>
        )
      }
      above={
        <Group gap={6}>
          <TextLink to="/runs">Runs</TextLink>/
          <TextLink to="/runs/$runUuid" params={{ runUuid }}>
            {run.data?.body.name ?? 'Run'}
          </TextLink>
          {result !== undefined && (
            <>
              /
              <TextLink to="/pairs/$datasetPairUuid" params={{ datasetPairUuid: result.datasetPairUuid }}>
                {result.datasetPairName}
              </TextLink>
            </>
          )}
        </Group>
      }
      description={result !== undefined && <Description result={result} />}
    >
      <Reading query={{ data, error }} />
      {result === undefined ? error === null && <Skeleton height={320} /> : <ResultBody result={result} />}
    </Page>
  );
}

function Description({ result }: { readonly result: Result }) {
  return (
    <>
      <Text c="var(--ink)">{resultSentence(result)}</Text>
      <Text size="sm">
        {functions[result.functionCode].promise} <FieldNames fields={result.fields} />
        {result.keys.length > 0 && (
          <>
            , matched by <FieldNames fields={result.keys} />
          </>
        )}
      </Text>
    </>
  );
}

function ResultBody({ result }: { readonly result: Result }) {
  const { error, diagnostics, evidence, retryable } = result;
  return (
    <Stack>
      {error !== null && (
        <Alert color="orange" title="There is no verdict">
          {error.detail}
          <Text size="xs" mt={4}>
            {error.code} ·{' '}
            {retryable ? 'a retry of the Run takes it up again' : 'it fails again until something changes'}
          </Text>
        </Alert>
      )}
      <ResultFigures result={result} />
      {diagnostics.length > 0 && (
        <List size="sm" spacing={2}>
          {diagnostics.map(({ code, detail }) => (
            <List.Item key={`${code} ${detail}`}>
              <Prose text={detail} />
            </List.Item>
          ))}
        </List>
      )}
      <div className={classes.columns}>
        <DifferenceKinds result={result} />
        <div className={classes.rows}>
          {evidence.state === 'written' && evidence.rows > 0 ? (
            <Evidence result={result} />
          ) : (
            <NoEvidence result={result} />
          )}
        </div>
      </div>
    </Stack>
  );
}

function ResultFigures({ result }: { readonly result: Result }) {
  const { functionCode, source, target, matchedRows, mismatchedRows } = result;
  const aggregate = functions[functionCode].kind === 'aggregate';
  const [left, right] =
    source.value !== null && target.value !== null
      ? markedPair({ source: valueText(source.value), target: valueText(target.value) })
      : [null, null];
  return (
    <Figures>
      {aggregate && left !== null && (
        <>
          <Figure label="Source" value={left} />
          <Figure label="Target" value={right} />
        </>
      )}
      {mismatchedRows !== null && matchedRows !== null && (
        <Figure
          label="Differ"
          value={formatCount(mismatchedRows)}
          beside={`of ${formatCount(matchedRows)} matched rows, ${formatRatio(mismatchedRows, matchedRows)}`}
          {...(mismatchedRows > 0 && { color: 'var(--fail)' })}
        />
      )}
      {source.rows !== null && <Figure small label="Rows in the source" value={formatCount(source.rows)} />}
      {target.rows !== null && <Figure small label="Rows in the target" value={formatCount(target.rows)} />}
      {result.engine !== null && (
        <Figure small label="Compared by" value={`${result.engine.name} ${result.engine.version}`} />
      )}
    </Figures>
  );
}

const noEvidence = {
  none: 'There are no differing rows to show.',
  written: 'There are no differing rows to show.',
  deleting: 'The rows of evidence are being deleted. The counts stay.',
  deleted: 'The rows of evidence were deleted. The counts stay; run the test again to see rows.',
} as const;

function NoEvidence({ result: { evidence, status } }: { readonly result: Result }) {
  return (
    <Text c="dimmed" p="md">
      {status === null ? 'The rows are shown once the test has ended.' : noEvidence[evidence.state]}
    </Text>
  );
}
