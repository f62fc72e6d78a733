import { Button, Card, Grid, Group, Select, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { read } from '../../api/queries.ts';
import { Problem } from '../../components/problem.tsx';
import { type FunctionCode, functionCodes, functions } from '../../language/functions.ts';
import type { PairSide } from '../pairs/use-pair.ts';
import { FieldSelect } from './field-select.tsx';
import { FilterFields } from './filter-fields.tsx';
import { KeyFields } from './key-fields.tsx';
import { ResolutionPanel } from './resolution-panel.tsx';
import { RuleFields } from './rule-fields.tsx';
import type { FieldPair, Selection, TestDraft } from './test-draft.ts';

interface TestFormProps {
  readonly datasetPairUuid: string;
  readonly source: PairSide;
  readonly target: PairSide;
  readonly initial: TestDraft;
  /** Whether the function can be chosen: a test keeps the one it was made with. */
  readonly isNew: boolean;
  readonly submit: {
    readonly label: string;
    readonly isPending: boolean;
    readonly perform: (draft: TestDraft) => void;
  };
  readonly error: unknown;
  readonly besideSubmit?: ReactNode;
  /** Told when the fields or the function change, so that the address bar can keep them. */
  readonly onChoose?: (fields: FieldPair | undefined, functionCode: FunctionCode) => void;
}

/** One line of the pair, zoomed into: what is compared, how, and how strictly. */
export function TestForm(props: TestFormProps) {
  const { datasetPairUuid, source, target, initial, isNew, submit, error, besideSubmit, onChoose } = props;
  const [draft, setDraft] = useState(initial);
  const field = draft.fields[0];
  const set = (part: Partial<TestDraft>) => {
    const next = { ...draft, ...part };
    setDraft(next);
    if ('fields' in part || 'functionCode' in part) onChoose?.(next.fields[0], next.functionCode);
  };
  const setField = (part: Partial<FieldPair>) => {
    const { sourceField = '', targetField = '' } = field ?? {};
    const next = { sourceField, targetField, ...part };
    // A namesake on the other side is most likely what is meant.
    if (next.targetField === '' && target.fields.some(({ path }) => path === next.sourceField)) {
      next.targetField = next.sourceField;
    }
    set({ fields: [next] });
  };
  const complete = field !== undefined && field.sourceField !== '' && field.targetField !== '';
  const resolution = useQuery({
    ...read('resolve_comparison', {
      body: {
        context: { kind: 'datasetPair', datasetPairUuid },
        surface: 'valueField',
        functionCode: draft.functionCode,
        sourceField: field?.sourceField ?? '',
        targetField: field?.targetField ?? '',
        selection: field?.selection ?? null,
      },
    }),
    enabled: complete,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const resolved = resolution.data?.body;
  const allowed = resolved?.allowedFunctions ?? functionCodes;
  const countsRows = draft.functionCode === 'COUNT' && !complete;
  const ready = countsRows || (complete && resolved?.status === 'resolved' && resolution.error === null);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    submit.perform(draft);
  };
  return (
    <form onSubmit={onSubmit}>
      <Grid gap="lg">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <Card>
              <Stack>
                <Select
                  label="What must hold"
                  description={functions[draft.functionCode].promise}
                  allowDeselect={false}
                  disabled={!isNew}
                  value={draft.functionCode}
                  onChange={(code) => code !== null && set({ functionCode: code as FunctionCode })}
                  data={functionCodes.map((code) => ({
                    value: code,
                    label: functions[code].label,
                    disabled: complete && !allowed.includes(code),
                  }))}
                />
                {draft.fields.length > 1 ? (
                  <Text size="sm">
                    Compares {draft.fields.length} fields as one:{' '}
                    <span className="value">
                      {draft.fields.map(({ sourceField }) => sourceField).join(', ')}
                    </span>
                  </Text>
                ) : (
                  <SimpleGrid cols={2}>
                    <FieldSelect
                      label="Source field"
                      fields={source.fields}
                      value={field?.sourceField ?? null}
                      clearable={draft.functionCode === 'COUNT'}
                      onChange={(path) =>
                        path === null ? set({ fields: [] }) : setField({ sourceField: path, selection: null })
                      }
                    />
                    <FieldSelect
                      label="Target field"
                      fields={target.fields}
                      value={field?.targetField ?? null}
                      onChange={(path) => path !== null && setField({ targetField: path, selection: null })}
                    />
                  </SimpleGrid>
                )}
                {functions[draft.functionCode].kind === 'rows' && (
                  <KeyFields
                    keys={draft.keys}
                    onChange={(keys) => set({ keys })}
                    source={source}
                    target={target}
                  />
                )}
              </Stack>
            </Card>
            <Card>
              <Title order={2} mb="sm">
                Which rows
              </Title>
              <Stack>
                {(['source', 'target'] as const).map((side) => (
                  <FilterFields
                    key={side}
                    side={side}
                    of={side === 'source' ? source : target}
                    conditions={draft.filter[side]}
                    onChange={(conditions) => set({ filter: { ...draft.filter, [side]: conditions } })}
                  />
                ))}
              </Stack>
            </Card>
            <Card>
              <Title order={2} mb="sm">
                How strictly
              </Title>
              <RuleFields draft={draft} set={set} />
            </Card>
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>
          <Stack pos="sticky" top={64}>
            {complete ? (
              <ResolutionPanel
                resolution={resolved}
                error={resolution.error}
                selection={field.selection ?? null}
                select={(selection: Selection) => set({ fields: [{ ...field, selection }] })}
              />
            ) : (
              <Card>
                <Text c="dimmed" size="sm">
                  {draft.functionCode === 'COUNT'
                    ? 'Without a field, rows are counted. Choose a field to count its values.'
                    : 'Choose a field of each side to see how they compare.'}
                </Text>
              </Card>
            )}
            <Card>
              <TextInput
                label="Name"
                description="Made of the function and the field if you leave it out."
                maxLength={255}
                value={draft.name}
                onChange={(event) => set({ name: event.currentTarget.value })}
              />
              <Group mt="md" justify="flex-end">
                {besideSubmit}
                <Button type="submit" disabled={!ready} loading={submit.isPending}>
                  {submit.label}
                </Button>
              </Group>
            </Card>
            <Problem error={error} />
          </Stack>
        </Grid.Col>
      </Grid>
    </form>
  );
}
