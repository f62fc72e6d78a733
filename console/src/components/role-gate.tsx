import type { ReactNode } from 'react';
import { type Access, useAccess } from '../api/access.tsx';
import { EmptyState } from './empty-state.tsx';
import { LinkButton } from './link-button.tsx';
import { Page } from './page.tsx';

interface RoleGateProps {
  readonly needs: Access['role'];
  readonly children: ReactNode;
}

const people = { reader: 'a Reader', contributor: 'a Contributor', owner: 'an Owner' } as const;

/** A page that is of use to some roles only: others, who came by a link or by an address, are told whom to ask. */
export function RoleGate({ needs, children }: RoleGateProps) {
  const { may, role } = useAccess();
  if (may(needs)) return children;
  return (
    <Page title="Not for your role">
      <EmptyState title={`Ask ${people[needs]}`} action={<LinkButton to="/">Go to the overview</LinkButton>}>
        What can be done on this page, only {people[needs]} may do. You are {people[role]}; an Owner can
        change that under Settings → Members.
      </EmptyState>
    </Page>
  );
}
