import { Checkbox, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { functions } from '../../language/functions.ts';
import type { TestDraft } from './test-draft.ts';

interface RuleFieldsProps {
  readonly draft: TestDraft;
  readonly set: (part: Partial<TestDraft>) => void;
}

const toleranceKinds = [
  { value: 'none', label: 'Exactly equal' },
  { value: 'absolute', label: 'At most so far apart' },
  { value: 'relative', label: 'Within a share of the larger' },
  { value: 'seconds', label: 'At most so many seconds apart' },
];

/** How strict the test is. Nothing is lenient unless somebody says so here. */
export function RuleFields({ draft, set }: RuleFieldsProps) {
  const { tolerance, text, functionCode } = draft;
  const byRows = functions[functionCode].kind === 'rows';
  return (
    <Stack gap="sm">
      <Group align="flex-end" gap="xs">
        <Select
          label="Values agree when"
          w={240}
          allowDeselect={false}
          value={tolerance.kind}
          onChange={(kind) => set({ tolerance: { ...tolerance, kind: (kind ?? 'none') as 'none' } })}
          data={toleranceKinds}
        />
        {tolerance.kind !== 'none' && (
          <TextInput
            label="How far"
            w={120}
            required
            placeholder={tolerance.kind === 'relative' ? '0.001' : '0.01'}
            value={tolerance.amount}
            onChange={(event) => set({ tolerance: { ...tolerance, amount: event.currentTarget.value } })}
          />
        )}
        {functions[functionCode].kind !== 'aggregate' && (
          <TextInput
            label="Differences that are excused"
            placeholder="none"
            w={220}
            inputMode="numeric"
            value={draft.maxRows}
            onChange={(event) => set({ maxRows: event.currentTarget.value })}
          />
        )}
      </Group>
      <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
        <Text component="legend" size="sm" fw={500} mb={4}>
          Texts are the same although they differ in
        </Text>
        <Group gap="md">
          <Checkbox
            size="xs"
            label="upper and lower case"
            checked={text.caseInsensitive}
            onChange={(event) => set({ text: { ...text, caseInsensitive: event.currentTarget.checked } })}
          />
          <Checkbox
            size="xs"
            label="white space at the ends"
            checked={text.trimWhitespace}
            onChange={(event) => set({ text: { ...text, trimWhitespace: event.currentTarget.checked } })}
          />
          <Checkbox
            size="xs"
            label="how Unicode composes letters"
            checked={text.normalizeUnicode}
            onChange={(event) => set({ text: { ...text, normalizeUnicode: event.currentTarget.checked } })}
          />
        </Group>
      </fieldset>
      {byRows && (
        <Group gap="md">
          <Checkbox
            size="xs"
            label="Keys may occur more than once"
            checked={draft.allowDuplicates}
            onChange={(event) => set({ allowDuplicates: event.currentTarget.checked })}
          />
          <Checkbox
            size="xs"
            label="Join every row, trust no hash"
            checked={draft.exact}
            onChange={(event) => set({ exact: event.currentTarget.checked })}
          />
        </Group>
      )}
      <NumberInput
        label="Differing rows kept as evidence"
        description="Beside the data. Counts are exact whatever this is."
        w={260}
        min={0}
        max={10_000}
        step={100}
        allowDecimal={false}
        value={draft.evidenceRows}
        onChange={(rows) => set({ evidenceRows: typeof rows === 'number' ? rows : 0 })}
      />
    </Stack>
  );
}
