import { Group, SimpleGrid, Skeleton, Stack, Text, Title, Tooltip } from '@mantine/core';
import { useState } from 'react';
import type { LocatedField } from '../../../../src/contract/dataset-field-paths.ts';
import { useAccess } from '../../api/access.tsx';
import { SearchField } from '../../components/filters.tsx';
import { Problem } from '../../components/problem.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { countOf } from '../../language/counts.ts';
import { type FieldMatch, mapFields } from './field-mapping.ts';
import classes from './fields-view.module.css';
import type { PairSide } from './use-pair.ts';
import { useSuggestions } from './use-suggestions.ts';

interface FieldsViewProps {
  readonly datasetPairUuid: string;
  readonly source: PairSide;
  readonly target: PairSide;
}

const statusWords = {
  resolved: 'compare by themselves',
  selectionRequired: 'need a choice',
  incompatible: 'cannot be compared',
} as const;

/** As few as fit on a screen are found by looking. */
const searchFrom = 12;

/** Both sides with a line between the fields that belong together: plain, to be chosen, or broken. */
export function FieldsView({ datasetPairUuid, source, target }: FieldsViewProps) {
  const { data: suggestions, error } = useSuggestions(datasetPairUuid, true);
  const [text, setText] = useState('');
  if (error !== null) return <Problem error={error} />;
  if (suggestions === undefined) return <Skeleton height={240} />;
  const { matches, onlySource, onlyTarget } = mapFields(source.fields, target.fields, suggestions);
  const wanted = text.toLowerCase();
  const isFound = ({ path }: LocatedField) => path.toLowerCase().includes(wanted);
  const found = matches.filter(({ source, target }) => isFound(source) || isFound(target));
  const tally = (status: FieldMatch['status']) => matches.filter((match) => match.status === status).length;
  return (
    <Stack>
      <Group gap="lg">
        {(['resolved', 'selectionRequired', 'incompatible'] as const).map((status) => (
          <Text key={status} size="sm">
            <span className={classes.sample} data-status={status} aria-hidden="true" />
            {tally(status)} {statusWords[status]}
          </Text>
        ))}
        {matches.length >= searchFrom && (
          <SearchField label="Search fields" placeholder="Search by name" value={text} onSearch={setText} />
        )}
      </Group>
      {found.length === 0 && matches.length > 0 && <Text c="dimmed">No field is called “{text}”.</Text>}
      <ol className={classes.matches} aria-label="Fields that belong together">
        {found.map((match) => (
          <MatchRow key={match.source.path} match={match} datasetPairUuid={datasetPairUuid} />
        ))}
      </ol>
      {(onlySource.length > 0 || onlyTarget.length > 0) && (
        <>
          <Title order={2}>Without a counterpart</Title>
          <SimpleGrid cols={2}>
            <Unpaired fields={onlySource.filter(isFound)} side="source" />
            <Unpaired fields={onlyTarget.filter(isFound)} side="target" />
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}

interface MatchRowProps {
  readonly match: FieldMatch;
  readonly datasetPairUuid: string;
}

function MatchRow({ match, datasetPairUuid }: MatchRowProps) {
  const { may } = useAccess();
  const { source, target, status, isKey, reason } = match;
  const search = { source: source.path, target: target.path };
  return (
    <li className={classes.match} data-status={status}>
      <FieldBox field={source} isKey={isKey} />
      <span className={classes.line}>
        <Tooltip label={reason} multiline maw={320}>
          <span className={classes.say}>
            {may('contributor') && status !== 'incompatible' ? (
              <TextLink
                to="/pairs/$datasetPairUuid/test"
                params={{ datasetPairUuid }}
                search={search}
                size="xs"
                aria-label={`${status === 'resolved' ? 'Test' : 'Choose how to compare'} ${source.path}`}
              >
                {status === 'resolved' ? 'Test' : 'Choose'}
              </TextLink>
            ) : (
              <Text span size="xs" c="dimmed">
                {status === 'incompatible' ? 'why?' : statusWords[status]}
              </Text>
            )}
          </span>
        </Tooltip>
      </span>
      <FieldBox field={target} isKey={isKey} />
    </li>
  );
}

function FieldBox({
  field: { path, field },
  isKey = false,
}: {
  readonly field: LocatedField;
  readonly isKey?: boolean;
}) {
  return (
    <span className={classes.field}>
      <span className="value">{path}</span>
      <Text span size="xs" c="dimmed" truncate>
        {isKey && <b className={classes.key}>key · </b>}
        {field.logicalType}
        {field.profile !== null &&
          field.profile.nullCount > 0 &&
          ` · ${countOf(field.profile.nullCount, 'NULL')}`}
      </Text>
    </span>
  );
}

interface UnpairedProps {
  readonly fields: readonly LocatedField[];
  readonly side: 'source' | 'target';
}

function Unpaired({ fields, side }: UnpairedProps) {
  if (fields.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        Every field of the {side} has one.
      </Text>
    );
  }
  return (
    <Stack gap={4}>
      {fields.map((field) => (
        <FieldBox key={field.path} field={field} />
      ))}
    </Stack>
  );
}
