import { Alert, Button, Chip, CopyButton, Group, Menu, Skeleton, Stack, Switch, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { useAccess } from '../../api/access.tsx';
import { readPages } from '../../api/queries.ts';
import { lacksExecutor } from '../../api/service.ts';
import { Problem } from '../../components/problem.tsx';
import { countOf, formatCount } from '../../language/counts.ts';
import { commonReason } from '../../language/reasons.ts';
import type { Result } from '../../language/results.ts';
import { DeleteEvidence } from './delete-evidence.tsx';
import { downloadEvidence } from './download-evidence.ts';
import { type EvidenceLine, type EvidenceRow, linesOf, rankedFields } from './evidence-lines.ts';
import { EvidenceTable } from './evidence-table.tsx';
import { keysAsText, sqlForKeys } from './keys-as-text.ts';
import { useEvidencePages } from './use-evidence-pages.ts';

/** The rows of evidence, with what can be done with them. */
export function Evidence({ result }: { readonly result: Result }) {
  const { kind } = useSearch({ from: '/runs/$runUuid/results/$resultUuid' });
  const { runUuid, resultUuid, evidence } = result;
  const [showSpaces, setShowSpaces] = useState(false);
  const [onlyField, setOnlyField] = useState<string | null>(null);
  const pages = useInfiniteQuery({
    ...readPages('read_evidence', {
      params: { runUuid, resultUuid },
      query: { limit: 100, kind: kind ?? null },
    }),
    refetchInterval: ({ state: { error } }) => (lacksExecutor(error) ? 5000 : false),
  });
  const { keys, fields, rows } = useEvidencePages(pages.data);
  const all = useMemo(
    () =>
      linesOf(
        rows,
        fields.map(({ source }) => source),
      ),
    [rows, fields],
  );
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = pages;
  const readMore = useCallback(() => {
    if (hasNextPage && !isFetchingNextPage) fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  if (pages.error !== null) {
    return <Problem error={pages.error} action={{ label: 'Ask again', perform: () => pages.refetch() }} />;
  }
  if (pages.isPending) {
    return (
      <Stack aria-busy="true">
        <Text size="sm" c="dimmed">
          The rows are being fetched from where the data is …
        </Text>
        <Skeleton height={240} />
      </Stack>
    );
  }
  const lines = onlyField === null ? all : all.filter(({ field }) => field === onlyField);
  return (
    <Stack gap="sm">
      <Reason lines={lines} />
      {fields.length > 1 && <RankedFields lines={all} chosen={onlyField} onChoose={setOnlyField} />}
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {countOf(rows.length, 'row')}
          {hasNextPage && ' so far'} of {formatCount(evidence.rows)} kept as evidence
          {evidence.capped && '; there are more differences than were kept'}
        </Text>
        <Group gap="sm">
          <Switch
            size="xs"
            label="Show white space"
            checked={showSpaces}
            onChange={(event) => setShowSpaces(event.currentTarget.checked)}
          />
          <KeyActions keys={keys.map(({ source }) => source)} rows={rows} />
          <EvidenceMenu result={result} />
        </Group>
      </Group>
      <EvidenceTable
        keys={keys}
        lines={lines}
        hasFields={fields.length > 1}
        showSpaces={showSpaces}
        readMore={readMore}
      />
      <Text size="xs" c="dimmed" ta="end" visibleFrom="sm">
        <kbd>j</kbd> <kbd>k</kbd> next and previous row · <kbd>n</kbd> <kbd>p</kbd> next and previous
        difference · <kbd>c</kbd> copies the key
      </Text>
    </Stack>
  );
}

/** One explanation for most of the rows is worth more than each of them. */
function Reason({ lines }: { readonly lines: readonly EvidenceLine[] }) {
  const cells = lines.filter(({ row }) => row.kind === 'different');
  const common = commonReason(cells);
  if (common === null) return null;
  const all = common.count === cells.length;
  return (
    <Alert color="blue" p="xs">
      {all
        ? `All ${formatCount(cells.length)}`
        : `${formatCount(common.count)} of ${formatCount(cells.length)}`}{' '}
      differences that are shown look alike: <b>{common.reason}</b>.
    </Alert>
  );
}

interface RankedFieldsProps {
  readonly lines: readonly EvidenceLine[];
  readonly chosen: string | null;
  readonly onChoose: (field: string | null) => void;
}

/** The fields of a test of several, the one that differs most often first; one of them alone, or all. */
function RankedFields({ lines, chosen, onChoose }: RankedFieldsProps) {
  return (
    <Group gap={6} role="group" aria-label="Fields that differ, in the rows that were read">
      {rankedFields(lines).map(({ field, count }) => (
        <Chip
          key={field}
          size="xs"
          variant="outline"
          checked={chosen === field}
          onClick={() => onChoose(chosen === field ? null : field)}
        >
          <span className="value">{field}</span> {formatCount(count)}
        </Chip>
      ))}
    </Group>
  );
}

interface KeyActionsProps {
  readonly keys: readonly string[];
  readonly rows: readonly EvidenceRow[];
}

function KeyActions({ keys, rows }: KeyActionsProps) {
  if (keys.length === 0) return null;
  const values = rows.map(({ key }) => key);
  return (
    <>
      <CopyText label="Copy keys" text={keysAsText(values)} />
      <CopyText label="Copy as SQL" text={sqlForKeys(keys, values)} />
    </>
  );
}

function CopyText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Button variant="default" onClick={copy}>
          {copied ? 'Copied' : label}
        </Button>
      )}
    </CopyButton>
  );
}

function EvidenceMenu({ result }: { readonly result: Result }) {
  const { may } = useAccess();
  const [deleting, setDeleting] = useState(false);
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default">Download</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => downloadEvidence(result, 'parquet')}>Parquet</Menu.Item>
          <Menu.Item onClick={() => downloadEvidence(result, 'csv')}>CSV</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {may('contributor') && (
        <>
          <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
            Delete …
          </Button>
          <DeleteEvidence runUuid={result.runUuid} opened={deleting} onClose={() => setDeleting(false)} />
        </>
      )}
    </>
  );
}
