import { Card, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useAccess } from '../../api/access.tsx';
import { read } from '../../api/queries.ts';
import { Figure, Figures } from '../../components/figure.tsx';
import { Page } from '../../components/page.tsx';
import { Problem } from '../../components/problem.tsx';
import { When } from '../../components/when.tsx';
import { entitlementWords } from '../../language/entitlement.ts';
import { Subscribe } from './subscribe.tsx';

export function PlanPage() {
  const { may } = useAccess();
  const { data, error } = useQuery(read('get_entitlement', {}));
  const entitlement = data?.body;
  return (
    <Page title="Plan and billing" description="What your Organization may do, and until when.">
      <Problem error={error} />
      {entitlement !== undefined && (
        <Card maw={640}>
          <Figures>
            <Figure label="State" value={entitlementWords[entitlement.state].label} />
            <Figure
              label={entitlement.state === 'expired' ? 'Ended' : 'Ends'}
              value={<When at={entitlement.periodEndsAt ?? entitlement.trial.endsAt} />}
            />
            {entitlement.planKey !== null && <Figure label="Plan" value={entitlement.planKey} />}
          </Figures>
          <Text mt="md">{entitlementWords[entitlement.state].sentence}</Text>
        </Card>
      )}
      {entitlement !== undefined && entitlement.state !== 'active' && may('owner') && <Subscribe />}
    </Page>
  );
}
