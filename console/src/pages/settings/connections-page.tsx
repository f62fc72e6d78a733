import { Badge, Button, Group, Table } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useAccess } from '../../api/access.tsx';
import { type Item, readPages } from '../../api/queries.ts';
import { useOperation } from '../../api/use-operation.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Listing } from '../../components/listing.tsx';
import { OperationOutcome } from '../../components/operation-outcome.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { placeOf, sourceKinds } from '../../language/places.ts';
import { NewConnection } from './new-connection.tsx';
import { PastPlans } from './past-plans.tsx';
import { RemovalPlan } from './removal-plan.tsx';

type Connection = Item<'list_platform_connections'>;

export function ConnectionsPage() {
  const { may } = useAccess();
  const [adding, setAdding] = useState(false);
  const connections = useInfiniteQuery(readPages('list_platform_connections', { query: { limit: 50 } }));
  return (
    <Page
      title="Platform connections"
      description="Data platforms that compare by themselves: only counts and capped evidence leave them."
      actions={may('owner') && !adding && <Button onClick={() => setAdding(true)}>Connect a platform</Button>}
    >
      {adding && <NewConnection onDone={() => setAdding(false)} />}
      <Listing
        label="Platform connections"
        query={connections}
        columns={[
          { label: 'Name' },
          { label: 'Kind', from: 'xs' },
          { label: 'Where', from: 'sm' },
          { label: 'Actions', hideLabel: true },
        ]}
        row={(connection) => <ConnectionRow key={connection.sourceUuid} connection={connection} />}
        empty={
          <EmptyState title="No platform is connected">
            Trino and Databricks are connected by an Owner. Their tables are then browsed and registered like
            those of any other source.
          </EmptyState>
        }
      />
    </Page>
  );
}

function ConnectionRow({ connection }: { readonly connection: Connection }) {
  const { may } = useAccess();
  const { sourceUuid, name, kind, settings, stagedRemovalPlanUuid } = connection;
  const [operationUuid, setOperationUuid] = useState<string | null>(null);
  const [showsPlans, setShowsPlans] = useState(false);
  const test = useOperation('test_platform_connection', {
    renews: [],
    onDone: ({ body }) => setOperationUuid(body.operationUuid),
  });
  const stage = useOperation('stage_platform_connection_removal', {
    renews: ['list_platform_connections'],
  });
  return (
    <>
      <Table.Tr>
        <Table.Td>
          {name} {stagedRemovalPlanUuid !== null && <Badge color="orange">Removal is staged</Badge>}
        </Table.Td>
        <Table.Td visibleFrom="xs">{sourceKinds[kind].label}</Table.Td>
        <Table.Td visibleFrom="sm">
          <span className="value">{placeOf(settings)}</span>
        </Table.Td>
        <Table.Td>
          <Group gap="xs" justify="flex-end">
            <Button
              variant="subtle"
              aria-expanded={showsPlans}
              aria-label={`Removal plans of ${name}`}
              onClick={() => setShowsPlans(!showsPlans)}
            >
              Plans
            </Button>
            {may('owner') && (
              <>
                <Button
                  variant="default"
                  loading={test.isPending}
                  aria-label={`Test ${name}`}
                  onClick={() => test.perform({ params: { sourceUuid } })}
                >
                  Test
                </Button>
                {stagedRemovalPlanUuid === null && (
                  <Button
                    variant="subtle"
                    color="red"
                    loading={stage.isPending}
                    aria-label={`Remove ${name}`}
                    onClick={() => stage.perform({ params: { sourceUuid } })}
                  >
                    Remove …
                  </Button>
                )}
              </>
            )}
          </Group>
        </Table.Td>
      </Table.Tr>
      {(operationUuid !== null ||
        stagedRemovalPlanUuid !== null ||
        showsPlans ||
        test.error !== null ||
        stage.error !== null) && (
        <Table.Tr>
          <Table.Td colSpan={4}>
            {operationUuid !== null && (
              <OperationOutcome operationUuid={operationUuid} waiting="Reaching the platform …" />
            )}
            {stagedRemovalPlanUuid !== null && (
              <RemovalPlan connection={connection} planUuid={stagedRemovalPlanUuid} />
            )}
            {showsPlans && <PastPlans sourceUuid={sourceUuid} />}
            <Problem error={test.error ?? stage.error} />
          </Table.Td>
        </Table.Tr>
      )}
    </>
  );
}
