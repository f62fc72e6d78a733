import { Switch, Table, Text, Tooltip } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useAccess } from '../../api/access.tsx';
import { type Item, readPages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FailedChangeRow } from '../../components/failed-change-row.tsx';
import { FieldNames } from '../../components/field-names.tsx';
import { LinkButton } from '../../components/link-button.tsx';
import { Listing } from '../../components/listing.tsx';
import { TextLink } from '../../components/text-link.tsx';
import { VerdictMark } from '../../components/verdict-mark.tsx';
import { functions } from '../../language/functions.ts';

type ValidationTest = Item<'list_validation_tests'>;

export function TestsOfPair({ datasetPairUuid }: { readonly datasetPairUuid: string }) {
  const { may } = useAccess();
  const tests = useInfiniteQuery(
    readPages('list_validation_tests', { query: { datasetPairUuid, limit: 100 } }),
  );
  return (
    <Listing
      label="Tests of this pair"
      query={tests}
      columns={[
        { label: 'Test' },
        { label: 'Function', from: 'sm' },
        { label: 'Fields', from: 'sm' },
        { label: 'Fits the data' },
        { label: 'Active' },
      ]}
      row={(test) => <TestRow key={test.validationTestUuid} test={test} />}
      empty={
        <EmptyState
          title="Nothing is checked yet"
          action={
            may('contributor') && (
              <LinkButton
                to="/pairs/$datasetPairUuid"
                params={{ datasetPairUuid }}
                search={{ view: 'suggestions' }}
              >
                See the suggested tests
              </LinkButton>
            )
          }
        >
          A test says what must hold between the two sides: that they have as many rows, the same values row
          by row, the same sum. The useful ones are suggested from the fields.
        </EmptyState>
      }
    />
  );
}

function TestRow({ test }: { readonly test: ValidationTest }) {
  const { may } = useAccess();
  const { validationTestUuid, name, functionCode, fields, fit, status, etag } = test;
  const renews = ['list_validation_tests', 'get_validation_test'] as const;
  const activate = useOperation('activate_validation_test', { renews });
  const deactivate = useOperation('deactivate_validation_test', { renews });
  const active = status === 'active';
  return (
    <>
      <Table.Tr>
        <Table.Td>
          {may('contributor') ? (
            <TextLink to="/tests/$validationTestUuid" params={{ validationTestUuid }} fw={500}>
              {name}
            </TextLink>
          ) : (
            name
          )}
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <Tooltip label={functions[functionCode].promise}>
            <span>{functions[functionCode].label}</span>
          </Tooltip>
        </Table.Td>
        <Table.Td visibleFrom="sm">
          <FieldNames fields={fields} />
        </Table.Td>
        <Table.Td>
          {fit.state === 'fits' ? (
            <Text span size="sm" c="dimmed">
              Yes
            </Text>
          ) : (
            <Tooltip label={fit.reasons.map(({ detail }) => detail).join(' ')} multiline maw={360}>
              <span>
                <VerdictMark verdict="error" />{' '}
                <Text span size="sm">
                  {fit.state === 'outdated' ? 'The data changed' : 'No longer possible'}
                </Text>
              </span>
            </Tooltip>
          )}
        </Table.Td>
        <Table.Td>
          {may('contributor') ? (
            <Switch
              size="xs"
              aria-label={`${name} is active`}
              checked={active}
              disabled={activate.isPending || deactivate.isPending}
              onChange={() =>
                (active ? deactivate : activate).perform({ params: { validationTestUuid }, ifMatch: etag })
              }
            />
          ) : active ? (
            'Yes'
          ) : (
            'No'
          )}
        </Table.Td>
      </Table.Tr>
      <FailedChangeRow
        changes={[activate, deactivate]}
        columns={5}
        seen={test}
        current={{ operationId: 'get_validation_test', input: { params: { validationTestUuid } } }}
      />
    </>
  );
}
