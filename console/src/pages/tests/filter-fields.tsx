import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import type { PairSide } from '../pairs/use-pair.ts';
import { type Condition, newCondition, type Operator, operators } from './conditions.ts';
import { FieldSelect } from './field-select.tsx';

interface FilterFieldsProps {
  readonly side: 'source' | 'target';
  readonly conditions: readonly Condition[];
  readonly onChange: (conditions: readonly Condition[]) => void;
  readonly of: PairSide;
}

/** Which rows of a side are looked at: lines that must all hold. */
export function FilterFields({ side, conditions, onChange, of }: FilterFieldsProps) {
  const replace = (id: string, part: Partial<Condition>) =>
    onChange(conditions.map((condition) => (condition.id === id ? { ...condition, ...part } : condition)));
  return (
    <Stack gap="xs" component="fieldset" bd={0} p={0} m={0}>
      <Text component="legend" size="sm" fw={500}>
        Rows of the {side}
        <Text span size="sm" c="dimmed" fw={400}>
          {conditions.length === 0 ? ': all' : ' where'}
        </Text>
      </Text>
      {conditions.map(({ id, field, op, value }, index) => (
        <Group key={id} gap="xs" wrap="nowrap">
          <FieldSelect
            hideLabel
            label={`Field of condition ${index + 1} on the ${side}`}
            fields={of.fields}
            value={field}
            onChange={(path) => path !== null && replace(id, { field: path })}
          />
          <Select
            aria-label={`Operator of condition ${index + 1} on the ${side}`}
            w={150}
            allowDeselect={false}
            value={op}
            onChange={(chosen) => chosen !== null && replace(id, { op: chosen as Operator })}
            data={Object.entries(operators).map(([code, { label }]) => ({ value: code, label }))}
          />
          {operators[op].values > 0 && (
            <TextInput
              aria-label={`Value of condition ${index + 1} on the ${side}`}
              placeholder={operators[op].values > 1 ? 'separated by commas' : ''}
              value={value}
              onChange={(event) => replace(id, { value: event.currentTarget.value })}
              classNames={{ input: 'value' }}
            />
          )}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={`Remove condition ${index + 1} on the ${side}`}
            onClick={() => onChange(conditions.filter((condition) => condition.id !== id))}
          >
            ×
          </ActionIcon>
        </Group>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => onChange([...conditions, newCondition(of.fields[0]?.path ?? '')])}
        >
          Add a condition
        </Button>
      </div>
    </Stack>
  );
}
