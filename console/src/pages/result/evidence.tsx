import { Alert, Button, CopyButton, Group, Menu, Skeleton, Stack, Switch, Table, Text } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { type Item, readPages } from '../../api/queries.ts';
import { lacksExecutor } from '../../api/service.ts';
import { markedPair, Nothing } from '../../components/marked-value.tsx';
import { Problem } from '../../components/problem.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { countOf, formatCount } from '../../language/counts.ts';
import { commonReason, type DifferingCell, guessReason } from '../../language/reasons.ts';
import type { Result } from '../../language/results.ts';
import { downloadEvidence } from './download-evidence.ts';
import classes from './evidence.module.css';
import { keysAsText, sqlForKeys } from './keys-as-text.ts';
import { useEvidencePages } from './use-evidence-pages.ts';

export type EvidenceRow = Item<'read_evidence'>;

const kindWords = {
  different: 'differs',
  onlyInSource: 'only in the source',
  onlyInTarget: 'only in the target',
  value: 'the value',
} as const;

/** The differing rows side by side, keys pinned, the characters that differ marked. */
export function Evidence({ result }: { readonly result: Result }) {
  const { kind } = useSearch({ from: '/runs/$runUuid/results/$resultUuid' });
  const { runUuid, resultUuid, evidence } = result;
  const [showSpaces, setShowSpaces] = useState(false);
  const pages = useInfiniteQuery({
    ...readPages('read_evidence', {
      params: { runUuid, resultUuid },
      query: { limit: 100, kind: kind ?? null },
    }),
    refetchInterval: ({ state: { error } }) => (lacksExecutor(error) ? 5000 : false),
  });
  const { keys, fields, rows } = useEvidencePages(pages.data);
  const body = useRef<HTMLTableSectionElement>(null);
  useRowKeys(body);
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
  return (
    <Stack gap="sm">
      <Reason rows={rows} />
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {countOf(rows.length, 'row')}
          {pages.hasNextPage && ' so far'} of {formatCount(evidence.rows)} kept as evidence
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
          <DownloadMenu result={result} />
        </Group>
      </Group>
      <ScrollRegion label="Differing rows" maxHeight="70vh">
        <Table aria-label="Differing rows" className={classes.evidence} stickyHeader>
          <Table.Thead>
            <Table.Tr>
              {keys.map(({ source, target }) => (
                <Table.Th key={source} className={classes.key}>
                  {source === target ? source : `${source} = ${target}`}
                </Table.Th>
              ))}
              {fields.length > 1 && <Table.Th>Field</Table.Th>}
              <Table.Th>Source</Table.Th>
              <Table.Th>Target</Table.Th>
              <Table.Th>Why</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody ref={body}>
            {rows.map((row, index) => (
              <EvidenceRows
                // biome-ignore lint/suspicious/noArrayIndexKey: rows of evidence have no id, and never move
                key={index}
                row={row}
                names={fields.map(({ source }) => source)}
                showSpaces={showSpaces}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
      <Group justify="space-between">
        {pages.hasNextPage ? (
          <Button variant="subtle" loading={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
            Show more rows
          </Button>
        ) : (
          <span />
        )}
        <Text size="xs" c="dimmed">
          j / k next and previous row · c copies its key
        </Text>
      </Group>
    </Stack>
  );
}

interface EvidenceRowsProps {
  readonly row: EvidenceRow;
  readonly names: readonly string[];
  readonly showSpaces: boolean;
}

/** One row of the data: a line for each field that differs, the key once beside all of them. */
function EvidenceRows({ row, names, showSpaces }: EvidenceRowsProps) {
  const cells = row.cells.map((cell, index) => ({ ...cell, name: names[index] ?? '' }));
  const shown = row.kind === 'different' ? cells.filter(({ differs }) => differs) : cells;
  const lines = shown.length > 0 ? shown : [{ source: null, target: null, differs: false, name: '' }];
  return lines.map((cell, line) => (
    <Table.Tr
      key={cell.name}
      {...(line === 0 && { 'data-row': row.key.join(' '), tabIndex: -1 })}
      className={classes.row ?? ''}
    >
      {line === 0 &&
        row.key.map((value, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the key fields have a fixed order
          <Table.Td key={index} rowSpan={lines.length} className={classes.key}>
            {value === null ? <Nothing label="NULL" /> : <span className="value">{value}</span>}
          </Table.Td>
        ))}
      {names.length > 1 && (
        <Table.Td>
          <span className="value">{cell.name}</span>
        </Table.Td>
      )}
      <Sides row={row} cell={cell} showSpaces={showSpaces} />
      <Table.Td>
        <Text span size="sm" c="dimmed">
          {row.kind === 'different' ? (guessReason(cell) ?? kindWords.different) : kindWords[row.kind]}
          {Math.max(row.sourceRows, row.targetRows) > 1 &&
            `, ${countOf(Math.max(row.sourceRows, row.targetRows), 'row')} alike`}
        </Text>
      </Table.Td>
    </Table.Tr>
  ));
}

interface SidesProps {
  readonly row: EvidenceRow;
  readonly cell: DifferingCell;
  readonly showSpaces: boolean;
}

function Sides({ row, cell, showSpaces }: SidesProps) {
  const [source, target] = markedPair({ ...cell, showSpaces });
  const none = <span className={classes.absent}>no row</span>;
  return (
    <>
      <Table.Td className={classes.side}>{row.kind === 'onlyInTarget' ? none : source}</Table.Td>
      <Table.Td className={classes.side}>{row.kind === 'onlyInSource' ? none : target}</Table.Td>
    </>
  );
}

/** One explanation for most of the rows is worth more than each of them. */
function Reason({ rows }: { readonly rows: readonly EvidenceRow[] }) {
  const cells = rows.flatMap(({ kind, cells }) =>
    kind === 'different' ? cells.filter(({ differs }) => differs) : [],
  );
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

interface KeyActionsProps {
  readonly keys: readonly string[];
  readonly rows: readonly EvidenceRow[];
}

function KeyActions({ keys, rows }: KeyActionsProps) {
  if (keys.length === 0) return null;
  const values = rows.map(({ key }) => key);
  return (
    <>
      <CopyButton value={keysAsText(values)}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy keys'}
          </Button>
        )}
      </CopyButton>
      <CopyButton value={sqlForKeys(keys, values)}>
        {({ copied, copy }) => (
          <Button variant="default" onClick={copy}>
            {copied ? 'Copied' : 'Copy as SQL'}
          </Button>
        )}
      </CopyButton>
    </>
  );
}

function DownloadMenu({ result }: { readonly result: Result }) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default">Download</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => downloadEvidence(result, 'parquet')}>Parquet</Menu.Item>
        <Menu.Item onClick={() => downloadEvidence(result, 'csv')}>CSV</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** j and k walk through the rows, c copies the key of the one that has the focus. */
function useRowKeys(body: React.RefObject<HTMLTableSectionElement | null>): void {
  const step = (by: 1 | -1) => {
    const rows = [...(body.current?.querySelectorAll<HTMLElement>('tr[data-row]') ?? [])];
    const at = rows.indexOf(document.activeElement as HTMLElement);
    rows[Math.min(rows.length - 1, Math.max(0, at + by))]?.focus();
  };
  const copy = async () => {
    const key = (document.activeElement as HTMLElement | null)?.dataset.row;
    if (key === undefined) return;
    await navigator.clipboard.writeText(key);
    notifications.show({ message: `Copied ${key}`, autoClose: 1500 });
  };
  useHotkeys([
    ['j', () => step(1)],
    ['k', () => step(-1)],
    ['c', copy],
  ]);
}
