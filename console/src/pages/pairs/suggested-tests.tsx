import { Button, Checkbox, Group, Select, Skeleton, Stack, Table, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useOperation } from '../../api/use-operation.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FieldNames } from '../../components/field-names.tsx';
import { Problem } from '../../components/problem.tsx';
import { Prose } from '../../components/prose.tsx';
import { ScrollRegion } from '../../components/scroll-region.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { countOf } from '../../language/counts.ts';
import { functions } from '../../language/functions.ts';
import type { Suggestion } from './field-mapping.ts';
import { choiceLabels, keysAmong, proposalsOf, testOf } from './proposals.ts';
import { useSuggestions } from './use-suggestions.ts';

/** The useful tests of a pair, each with its reason: tick, or take them all. */
export function SuggestedTests({ datasetPairUuid }: { readonly datasetPairUuid: string }) {
  const { data: suggestions, error } = useSuggestions(datasetPairUuid, true);
  if (error !== null) return <Problem error={error} />;
  if (suggestions === undefined) return <Skeleton height={240} />;
  if (proposalsOf(suggestions).length === 0) {
    return (
      <EmptyState title="Nothing to suggest">
        No fields of the two sides have the same name and types that compare. Add a test and choose the fields
        yourself.
      </EmptyState>
    );
  }
  return <Proposals datasetPairUuid={datasetPairUuid} suggestions={suggestions} />;
}

interface ProposalsProps {
  readonly datasetPairUuid: string;
  readonly suggestions: readonly Suggestion[];
}

type Choice = Suggestion['choiceIds'][number];

function idOf({ functionCode, sourceField, targetField }: Suggestion): string {
  return `${functionCode} ${sourceField} ${targetField}`;
}

function Proposals({ datasetPairUuid, suggestions }: ProposalsProps) {
  const navigate = useNavigate();
  const proposals = proposalsOf(suggestions);
  const keys = keysAmong(suggestions);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [choices, setChoices] = useState<ReadonlyMap<string, Choice>>(new Map());
  const isReady = (proposal: Suggestion) => proposal.status === 'resolved' || choices.has(idOf(proposal));
  const taken = proposals.filter((proposal) => isReady(proposal) && !left.has(idOf(proposal)));
  const create = useOperation('create_validation_tests', {
    renews: ['list_validation_tests'],
    onDone: async ({ body }) => {
      notifications.show({ message: `${countOf(body.items.length, 'test')} created.` });
      await navigate({
        to: '/pairs/$datasetPairUuid',
        params: { datasetPairUuid },
        search: { view: 'tests' },
      });
    },
  });
  const toggle = (proposal: Suggestion) => {
    const next = new Set(left);
    if (!next.delete(idOf(proposal))) next.add(idOf(proposal));
    setLeft(next);
  };
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {keys.length === 0
            ? 'No field is unique on both sides: rows are compared as a whole, without a key.'
            : 'Rows are matched by '}
          {keys.length > 0 && <FieldNames fields={keys} />}
        </Text>
        <Button
          disabled={taken.length === 0}
          loading={create.isPending}
          onClick={() =>
            create.perform({
              body: { tests: taken.map((one) => testOf(one, choices.get(idOf(one)))) },
            })
          }
        >
          Create {countOf(taken.length, 'test')}
        </Button>
      </Group>
      <Problem error={create.error} />
      <ScrollRegion label="Suggested tests">
        <Table aria-label="Suggested tests" highlightOnHover>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={36}>
                <Checkbox
                  size="xs"
                  aria-label="All of them"
                  checked={left.size === 0}
                  indeterminate={left.size > 0 && taken.length > 0}
                  onChange={() => setLeft(left.size === 0 ? new Set(proposals.map(idOf)) : new Set())}
                />
              </Table.Th>
              <Table.Th>Function</Table.Th>
              <Table.Th>Field</Table.Th>
              <Table.Th visibleFrom="sm">Why</Table.Th>
              <Table.Th>Compared</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {proposals.map((proposal) => (
              <ProposalRow
                key={idOf(proposal)}
                proposal={proposal}
                datasetPairUuid={datasetPairUuid}
                isTaken={isReady(proposal) && !left.has(idOf(proposal))}
                isReady={isReady(proposal)}
                choice={choices.get(idOf(proposal))}
                toggle={() => toggle(proposal)}
                choose={(choice) => setChoices(new Map([...choices, [idOf(proposal), choice]]))}
              />
            ))}
          </Table.Tbody>
        </Table>
      </ScrollRegion>
    </Stack>
  );
}

interface ProposalRowProps {
  readonly proposal: Suggestion;
  readonly datasetPairUuid: string;
  readonly isTaken: boolean;
  readonly isReady: boolean;
  readonly choice: Choice | undefined;
  readonly toggle: () => void;
  readonly choose: (choice: Choice) => void;
}

function ProposalRow(props: ProposalRowProps) {
  const { proposal, datasetPairUuid, isTaken, isReady, choice, toggle, choose } = props;
  const { functionCode, sourceField, targetField, status, choiceIds, reason } = proposal;
  if (functionCode === null) return null;
  const label = `${functions[functionCode].label} of ${sourceField}`;
  return (
    <Table.Tr>
      <Table.Td>
        <Checkbox size="xs" aria-label={label} checked={isTaken} disabled={!isReady} onChange={toggle} />
      </Table.Td>
      <Table.Td>{functions[functionCode].label}</Table.Td>
      <Table.Td>
        <FieldNames fields={[{ sourceField, targetField }]} />
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed">
          <Prose text={reason} />
        </Text>
      </Table.Td>
      <Table.Td>
        {status === 'resolved' ? (
          <Text span size="sm" c="dimmed">
            as they are
          </Text>
        ) : (
          <Group gap="xs" wrap="nowrap">
            <Select
              size="xs"
              w={150}
              placeholder="Choose how"
              aria-label={`How to compare ${sourceField}`}
              value={choice ?? null}
              onChange={(value) => value !== null && choose(value as Choice)}
              data={choiceIds
                .filter((id) => id !== 'asPeerDateTime')
                .map((value) => ({ value, label: choiceLabels[value] }))}
            />
            <TextLink
              to="/pairs/$datasetPairUuid/test"
              params={{ datasetPairUuid }}
              search={{ source: sourceField, target: targetField, function: functionCode }}
              size="xs"
            >
              more
            </TextLink>
          </Group>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
