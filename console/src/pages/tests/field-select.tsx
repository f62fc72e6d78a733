import { Select } from '@mantine/core';
import type { LocatedField } from '../../../../src/contract/dataset-field-paths.ts';

interface FieldSelectProps {
  readonly label: string;
  readonly fields: readonly LocatedField[];
  readonly value: string | null;
  readonly onChange: (path: string | null) => void;
  readonly clearable?: boolean;
  readonly hideLabel?: boolean;
}

/** A field of one side, found by typing. */
export function FieldSelect({
  label,
  fields,
  value,
  onChange,
  clearable,
  hideLabel = false,
}: FieldSelectProps) {
  return (
    <Select
      {...(hideLabel ? { 'aria-label': label } : { label })}
      placeholder="Choose a field"
      searchable
      clearable={clearable ?? false}
      nothingFoundMessage="No field has this name"
      value={value}
      onChange={onChange}
      limit={200}
      data={fields.map(({ path }) => path)}
      renderOption={({ option }) => {
        const type = fields.find(({ path }) => path === option.value)?.field.logicalType ?? '';
        return (
          <span>
            <span className="value">{option.value}</span>{' '}
            <small>{type.length > 40 ? `${type.slice(0, 38)}…` : type}</small>
          </span>
        );
      }}
    />
  );
}
