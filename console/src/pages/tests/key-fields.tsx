import { ActionIcon, Button, Group, Stack, Text } from '@mantine/core';
import type { PairSide } from '../pairs/use-pair.ts';
import { FieldSelect } from './field-select.tsx';
import type { FieldPair } from './test-draft.ts';

interface KeyFieldsProps {
  readonly keys: readonly FieldPair[];
  readonly onChange: (keys: readonly FieldPair[]) => void;
  readonly source: PairSide;
  readonly target: PairSide;
}

/** The fields that rows are matched by. */
export function KeyFields({ keys, onChange, source, target }: KeyFieldsProps) {
  const replace = (at: number, part: Partial<FieldPair>) =>
    onChange(keys.map((key, index) => (index === at ? { ...key, ...part } : key)));
  return (
    <Stack gap="xs" component="fieldset" bd={0} p={0} m={0}>
      <Text component="legend" size="sm" fw={500}>
        Rows are matched by
      </Text>
      {keys.length === 0 && (
        <Text size="sm" c="dimmed">
          Nothing: both sides are compared as a bag of whole rows, and it cannot be told which row became
          which.
        </Text>
      )}
      {keys.map((key, index) => (
        <Group key={`${key.sourceField} ${key.targetField}`} gap="xs" wrap="nowrap" align="center">
          <FieldSelect
            hideLabel
            label={`Key ${index + 1} of the source`}
            fields={source.fields}
            value={key.sourceField}
            onChange={(sourceField) => sourceField !== null && replace(index, { sourceField })}
          />
          <Text span c="dimmed">
            =
          </Text>
          <FieldSelect
            hideLabel
            label={`Key ${index + 1} of the target`}
            fields={target.fields}
            value={key.targetField}
            onChange={(targetField) => targetField !== null && replace(index, { targetField })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove key ${index + 1}`}
            onClick={() => onChange(keys.filter((_, at) => at !== index))}
          >
            ×
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => onChange([...keys, firstFree(keys, source, target)])}
        >
          Add a key field
        </Button>
      </div>
    </Stack>
  );
}

/** The first field of the source that is no key yet, with its namesake. */
function firstFree(keys: readonly FieldPair[], source: PairSide, target: PairSide): FieldPair {
  const free = source.fields.find(({ path }) => !keys.some(({ sourceField }) => sourceField === path));
  const sourceField = free?.path ?? '';
  const namesake = target.fields.find(({ path }) => path === sourceField) ?? target.fields[0];
  return { sourceField, targetField: namesake?.path ?? '' };
}
