import { Text } from '@mantine/core';

interface FieldNamesProps {
  readonly fields: readonly { readonly sourceField: string; readonly targetField: string }[];
}

/** The fields of a test: one name where both sides call it the same. */
export function FieldNames({ fields }: FieldNamesProps) {
  if (fields.length === 0) {
    return (
      <Text span size="sm" c="dimmed">
        whole rows
      </Text>
    );
  }
  return (
    <span className="value">
      {fields
        .map(({ sourceField, targetField }) =>
          sourceField === targetField ? sourceField : `${sourceField} → ${targetField}`,
        )
        .join(', ')}
    </span>
  );
}
