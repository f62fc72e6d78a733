import { Center, Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { ProblemError } from '../../../src/contract/client.ts';
import { AccessContext } from '../api/access.tsx';
import { followEvents } from '../api/live-events.ts';
import { read } from '../api/queries.ts';
import { createConsoleRouter } from '../router.tsx';
import type { Session } from '../session/session.ts';
import { AcceptInvitation, invitationOf } from './accept-invitation.tsx';
import { ActivateOrganization } from './activate-organization.tsx';
import { AskAnOwner } from './ask-an-owner.tsx';
import { NoEntry } from './no-entry.tsx';

/** Who the signed-in person is to this service decides what they see first. */
export function SignedIn({ session }: { readonly session: Session }) {
  const router = useMemo(() => createConsoleRouter(session), [session]);
  const access = useQuery({ ...read('get_access', {}), staleTime: 60_000 });
  const isMember = access.data !== undefined;
  useEffect(() => (isMember ? followEvents() : undefined), [isMember]);
  const invitation = invitationOf(location);
  if (invitation !== null) return <AcceptInvitation {...invitation} session={session} />;
  if (access.isPending) {
    return (
      <Center mih="100dvh">
        <Loader size="sm" aria-label="Loading" />
      </Center>
    );
  }
  if (access.data !== undefined) {
    return (
      <AccessContext value={access.data.body}>
        <RouterProvider router={router} />
      </AccessContext>
    );
  }
  switch (access.error instanceof ProblemError ? access.error.problem.code : null) {
    case 'organization_not_activated':
      return <ActivateOrganization session={session} />;
    case 'membership_required':
      return <AskAnOwner session={session} />;
    default:
      return <NoEntry error={access.error} session={session} />;
  }
}
