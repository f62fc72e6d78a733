import { Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { datasetFieldPaths } from '../../../../src/contract/dataset-field-paths.ts';
import type { Body } from '../../api/queries.ts';
import { SearchField } from '../../components/filters.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { boundText } from '../../language/bounds.ts';
import { formatCount, formatRatio } from '../../language/counts.ts';
import classes from './field-tree.module.css';
import { findFields } from './find-fields.ts';

type Field = NonNullable<Body<'get_dataset'>['fields']>[number];

interface FieldTreeProps {
  readonly fields: readonly Field[];
  readonly rowCount: number;
}

/** As few as fit on a screen are found by looking. */
const searchFrom = 12;

/** The fields of a dataset; what nests opens in place, to any depth. */
export function FieldTree({ fields, rowCount }: FieldTreeProps) {
  const [text, setText] = useState('');
  const found = findFields(fields, text);
  return (
    <Stack gap="xs">
      {datasetFieldPaths(fields).length >= searchFrom && (
        <SearchField label="Search fields" placeholder="Search by name" value={text} onSearch={setText} />
      )}
      {found.length === 0 ? (
        <Text c="dimmed">No field is called “{text}”.</Text>
      ) : (
        // Keyed: what was opened by hand is open again once the search is over, and what is found is open at once.
        <Fields key={text} fields={found} rowCount={rowCount} isOpen={text !== ''} />
      )}
    </Stack>
  );
}

function Fields({ fields, rowCount, isOpen }: FieldTreeProps & { readonly isOpen: boolean }) {
  return (
    <ScrollRegion label="Fields">
      <Table aria-label="Fields" className={classes.fields}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Field</Table.Th>
            <Table.Th>Type</Table.Th>
            <Table.Th visibleFrom="sm">Missing</Table.Th>
            <Table.Th visibleFrom="sm">Different values</Table.Th>
            <Table.Th visibleFrom="md">Between about</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fields.map((field) => (
            <FieldRows key={field.name} field={field} rowCount={rowCount} depth={0} isOpen={isOpen} />
          ))}
        </Table.Tbody>
      </Table>
    </ScrollRegion>
  );
}

interface FieldRowsProps {
  readonly field: Field;
  readonly rowCount: number;
  readonly depth: number;
  /** Whether it starts open, however deep it is. */
  readonly isOpen: boolean;
}

function FieldRows({ field, rowCount, depth, isOpen }: FieldRowsProps) {
  const [opened, setOpened] = useState(isOpen || depth < 1);
  const { name, logicalType, nativeType, nullable, children, profile } = field;
  const isCollection = /^(list|map)</.test(logicalType);
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <span className={classes.name} style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
            {children === null ? (
              <span className={classes.leaf} />
            ) : (
              <UnstyledButton
                className={classes.opener}
                aria-expanded={opened}
                aria-label={`Fields inside ${name}`}
                onClick={() => setOpened(!opened)}
              >
                {opened ? '▾' : '▸'}
              </UnstyledButton>
            )}
            <span className="value">{name}</span>
          </span>
        </Table.Td>
        <Table.Td>
          <Text span size="sm">
            {children === null ? logicalType : isCollection ? 'collection' : 'group'}
          </Text>
          <Text span size="xs" c="dimmed" ml={6} visibleFrom="md">
            {shortType(nativeType)}
            {!nullable && ' · never NULL'}
          </Text>
        </Table.Td>
        <Table.Td visibleFrom="sm">
          {profile !== null && <Share part={profile.nullCount} whole={rowCount} kind="missing" />}
        </Table.Td>
        <Table.Td visibleFrom="sm">
          {profile?.distinctCount != null && (
            <Share
              part={profile.distinctCount.value}
              whole={rowCount}
              kind="distinct"
              text={`${profile.distinctCount.exact ? '' : '≈ '}${formatCount(profile.distinctCount.value)}`}
            />
          )}
        </Table.Td>
        <Table.Td visibleFrom="md">
          {profile?.min != null && (
            <span className={`value ${classes.bounds}`}>
              {boundText(profile.min)} … {profile.max !== null && boundText(profile.max)}
            </span>
          )}
        </Table.Td>
      </Table.Tr>
      {opened &&
        children?.map((child) => (
          <FieldRows key={child.name} field={child} rowCount={rowCount} depth={depth + 1} isOpen={isOpen} />
        ))}
    </>
  );
}

interface ShareProps {
  readonly part: number;
  readonly whole: number;
  readonly kind: 'missing' | 'distinct';
  readonly text?: string;
}

/** A count as a small bar of its share of all rows. */
function Share({ part, whole, kind, text }: ShareProps) {
  const percent = whole === 0 ? 0 : Math.min(100, (part / whole) * 100);
  return (
    <span className={classes.share}>
      <span className={classes.track} aria-hidden="true">
        <span
          className={classes.bar}
          data-kind={kind}
          style={{ width: `${part > 0 ? Math.max(2, percent) : 0}%` }}
        />
      </span>
      <Text span size="sm" {...(part === 0 && { c: 'dimmed' })}>
        {text ?? (part === 0 ? 'none' : formatRatio(part, whole))}
      </Text>
    </span>
  );
}

/** Types of containers repeat all that is inside them. */
function shortType(type: string): string {
  return type.length > 40 ? `${type.slice(0, 38)}…` : type;
}
