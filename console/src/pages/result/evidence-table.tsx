import { Table, Text, UnstyledButton } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type Ref, useEffect, useRef } from 'react';
import type { Body } from '../../api/queries.ts';
import { markedPair, Nothing } from '../../components/marked-value.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { countOf } from '../../language/counts.ts';
import { guessReason } from '../../language/reasons.ts';
import { copyKey } from './copy-key.ts';
import type { EvidenceLine, EvidenceRow } from './evidence-lines.ts';
import classes from './evidence-table.module.css';
import { useLineKeys } from './use-line-keys.ts';

interface EvidenceTableProps {
  readonly keys: Body<'read_evidence'>['keys'];
  readonly lines: readonly EvidenceLine[];
  readonly hasFields: boolean;
  readonly showSpaces: boolean;
  /** Called as its end comes near; does nothing where there is no more. */
  readonly readMore: () => void;
}

/** Most lines are of one line of text; those that are higher are measured once they are shown. */
const lineHeight = 34;
/** Lines beyond the edge that are there already, so that scrolling shows no gap. */
const overscan = 12;

/** The differing rows side by side, keys pinned. Only the lines in view are part of the page: there may be thousands. */
export function EvidenceTable({ keys, lines, hasFields, showSpaces, readMore }: EvidenceTableProps) {
  const region = useRef<HTMLElement>(null);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => region.current,
    estimateSize: () => lineHeight,
    overscan,
  });
  useLineKeys(lines, region, (index) => virtual.scrollToIndex(index));
  const shown = virtual.getVirtualItems();
  const last = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (last >= lines.length - overscan) readMore();
  }, [last, lines.length, readMore]);
  const before = shown[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (shown.at(-1)?.end ?? 0);
  return (
    <ScrollRegion label="Differing rows" maxHeight="70vh" ref={region}>
      <Table
        aria-label="Differing rows"
        aria-rowcount={lines.length + 1}
        className={classes.evidence}
        stickyHeader
      >
        <Table.Thead>
          <Table.Tr>
            {keys.length > 0 && (
              <Table.Th className={classes.key}>
                {keys
                  .map(({ source, target }) => (source === target ? source : `${source} = ${target}`))
                  .join(', ')}
              </Table.Th>
            )}
            {hasFields && <Table.Th>Field</Table.Th>}
            <Table.Th>Source</Table.Th>
            <Table.Th>Target</Table.Th>
            <Table.Th>Why</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          <Gap height={before} />
          {shown.map(({ index }) => {
            const line = lines[index];
            return (
              line !== undefined && (
                <LineRow
                  key={index}
                  ref={virtual.measureElement}
                  index={index}
                  line={line}
                  hasKey={keys.length > 0}
                  hasFields={hasFields}
                  showSpaces={showSpaces}
                />
              )
            );
          })}
          <Gap height={after} />
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}

/** Stands for the lines that are out of view. */
function Gap({ height }: { readonly height: number }) {
  return height > 0 && <tr style={{ height }} />;
}

const kindWords = {
  different: 'differs',
  onlyInSource: 'only in the source',
  onlyInTarget: 'only in the target',
  value: 'the value',
} as const;

interface LineRowProps {
  readonly line: EvidenceLine;
  readonly index: number;
  readonly hasKey: boolean;
  readonly hasFields: boolean;
  readonly showSpaces: boolean;
  readonly ref: Ref<HTMLTableRowElement>;
}

function LineRow({ line, index, hasKey, hasFields, showSpaces, ref }: LineRowProps) {
  const { row, field, isFirst } = line;
  const [source, target] = markedPair({ source: line.source, target: line.target, showSpaces });
  const none = <span className={classes.absent}>no row</span>;
  const alike = Math.max(row.sourceRows, row.targetRows);
  return (
    <Table.Tr
      ref={ref}
      data-index={index}
      aria-rowindex={index + 2}
      tabIndex={-1}
      className={classes.row ?? ''}
      data-first={isFirst}
    >
      {hasKey && (
        <Table.Td className={classes.key}>
          <CopyKey row={row} />
        </Table.Td>
      )}
      {hasFields && (
        <Table.Td className={classes.field}>
          <span className="value">{field}</span>
        </Table.Td>
      )}
      <Table.Td className={classes.side}>{row.kind === 'onlyInTarget' ? none : source}</Table.Td>
      <Table.Td className={classes.side}>{row.kind === 'onlyInSource' ? none : target}</Table.Td>
      <Table.Td>
        <Text span size="sm" c="dimmed">
          {row.kind === 'different' ? (guessReason(line) ?? kindWords.different) : kindWords[row.kind]}
          {alike > 1 && `, ${countOf(alike, 'row')} alike`}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}

/** The key of a row, copied with a click. */
function CopyKey({ row: { key } }: { readonly row: EvidenceRow }) {
  return (
    <UnstyledButton className={classes.copy ?? ''} title="Copy this key" onClick={() => copyKey(key)}>
      {key.map((part, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a key have a fixed order
        <span key={index}>
          {part === null ? <Nothing label="NULL" /> : <span className="value">{part}</span>}
        </span>
      ))}
    </UnstyledButton>
  );
}
