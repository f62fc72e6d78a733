import {
  Alert,
  Badge,
  Card,
  Group,
  Radio,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
  Title,
} from '@mantine/core';
import { ProblemError } from '../../../../src/contract/client.ts';
import type { Body } from '../../api/queries.ts';
import { Problem } from '../../components/problem.tsx';
import { Prose } from '../../components/prose.tsx';
import { choiceLabels } from '../pairs/proposals.ts';
import { examplesOf } from './examples.ts';
import classes from './resolution-panel.module.css';
import type { Selection } from './test-draft.ts';

type Resolution = Body<'resolve_comparison'>;

interface ResolutionPanelProps {
  readonly resolution: Resolution | undefined;
  readonly error: unknown;
  readonly selection: Selection | null;
  readonly select: (selection: Selection) => void;
}

const severityColors = { info: 'blue', warning: 'yellow', error: 'red' } as const;

/** How two fields compare, live: their types, the choice that is needed, and what will be equal and what not. */
export function ResolutionPanel({ resolution, error, selection, select }: ResolutionPanelProps) {
  const formatError = formatProblem(error);
  if (error !== null && formatError === null) return <Problem error={error} />;
  if (resolution === undefined && formatError === null) return <Skeleton height={220} />;
  return (
    <Card aria-live="polite">
      <Stack>
        {resolution !== undefined && <Sides resolution={resolution} />}
        {resolution !== undefined && resolution.choices.length > 0 && (
          <Choices resolution={resolution} selection={selection} select={select} formatError={formatError} />
        )}
        {formatError !== null && resolution === undefined && <Text c="red">{formatError}</Text>}
        {resolution?.comparisonType != null && formatError === null && (
          <Compared comparisonType={resolution.comparisonType} />
        )}
        {notesOf(resolution).map(({ code, severity, detail }) => (
          <Alert key={`${code} ${detail}`} color={severityColors[severity]} py={6}>
            <Prose text={detail} />
          </Alert>
        ))}
      </Stack>
    </Card>
  );
}

/** That a choice is needed, the choices themselves say. */
function notesOf(resolution: Resolution | undefined) {
  return (resolution?.diagnostics ?? []).filter(
    ({ severity }) => severity !== 'error' || resolution?.status === 'incompatible',
  );
}

function Sides({ resolution: { source, target } }: { readonly resolution: Resolution }) {
  return (
    <SimpleGrid cols={2}>
      {[source, target].map((side, index) => (
        <div key={index === 0 ? 'source' : 'target'}>
          <Text size="xs" c="dimmed">
            {index === 0 ? 'Source' : 'Target'}
          </Text>
          <Text className="value" fw={600}>
            {side.field}
          </Text>
          <Text size="sm">{side.logicalType}</Text>
          <Text size="xs" c="dimmed">
            {side.nativeType}
            {side.nullable ? ' · may be NULL' : ' · never NULL'}
            {side.scope.collectionPath !== null && ` · each item of ${side.scope.collectionPath}`}
          </Text>
        </div>
      ))}
    </SimpleGrid>
  );
}

function Compared({ comparisonType }: { readonly comparisonType: string }) {
  const examples = examplesOf(comparisonType);
  return (
    <div>
      <Title order={3} mb={4}>
        Compared as <span className="value">{comparisonType}</span>
      </Title>
      {examples.length > 0 && (
        <ul className={classes.examples}>
          {examples.map(({ left, right, equal }) => (
            <li key={`${left} ${right}`} data-equal={equal}>
              <span className="value">{left}</span>
              <b>{equal ? '=' : '≠'}</b>
              <span className="value">{right}</span>
              <Text span size="xs" c="dimmed">
                {equal ? 'equal' : 'different'}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

interface ChoicesProps {
  readonly resolution: Resolution;
  readonly selection: Selection | null;
  readonly select: (selection: Selection) => void;
  readonly formatError: string | null;
}

function Choices({ resolution, selection, select, formatError }: ChoicesProps) {
  const { choices, selectedChoiceId, status } = resolution;
  const chosen = choices.find(({ choiceId }) => choiceId === (selection?.choiceId ?? selectedChoiceId));
  return (
    <div>
      <Radio.Group
        label={status === 'selectionRequired' ? 'How are they to be compared?' : 'Compared'}
        description="The two sides are of different kinds, so somebody has to say it."
        value={chosen?.choiceId ?? null}
        onChange={(choiceId) => select({ choiceId: choiceId as Selection['choiceId'], format: '' })}
      >
        <Stack gap={6} mt="xs">
          {choices.map(({ choiceId, label, lossy }) => (
            <Radio
              key={choiceId}
              value={choiceId}
              label={
                <Group gap="xs">
                  <span>{label || choiceLabels[choiceId]}</span>
                  {lossy && (
                    <Badge color="orange" size="sm">
                      loses detail
                    </Badge>
                  )}
                </Group>
              }
            />
          ))}
        </Stack>
      </Radio.Group>
      {chosen !== undefined && (chosen.formatRequired || chosen.formatExamples.length > 0) && (
        <TextInput
          mt="sm"
          label="Format of the text"
          description={`As Spark and Java write it: ${chosen.formatExamples.join(' · ')}`}
          placeholder={chosen.formatExamples[0] ?? ''}
          required={chosen.formatRequired}
          maxLength={64}
          error={formatError}
          value={selection?.format ?? ''}
          onChange={(event) => select({ choiceId: chosen.choiceId, format: event.currentTarget.value })}
          classNames={{ input: 'value' }}
        />
      )}
    </div>
  );
}

/** A format that cannot be read is told at its field, as it is typed. */
function formatProblem(error: unknown): string | null {
  if (!(error instanceof ProblemError)) return null;
  return error.problem.errors?.find(({ pointer }) => pointer === '/selection/format')?.detail ?? null;
}
