import { Box, Group, NavLink } from '@mantine/core';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useAccess } from '../../api/access.tsx';
import classes from './settings-frame.module.css';

const links = [
  { to: '/settings/members', label: 'Members', needs: 'owner' },
  { to: '/settings/invitations', label: 'Invitations', needs: 'owner' },
  { to: '/settings/environment', label: 'Execution environment', needs: 'reader' },
  { to: '/settings/connections', label: 'Platform connections', needs: 'reader' },
  { to: '/settings/notifications', label: 'Notifications', needs: 'reader' },
  { to: '/settings/webhooks', label: 'Webhooks', needs: 'owner' },
  { to: '/settings/plan', label: 'Plan and billing', needs: 'reader' },
  { to: '/settings/api', label: 'API', needs: 'reader' },
] as const;

/** The settings side by side with their own navigation; a role sees what it may read. */
export function SettingsFrame() {
  const { may } = useAccess();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const places = useRef<HTMLElement>(null);
  // On a phone they are one line that is longer than the screen.
  useEffect(() => {
    if (pathname === '') return;
    places.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
  }, [pathname]);
  return (
    <Group align="flex-start" gap="xl" wrap="nowrap" className={classes.frame ?? ''}>
      <Box component="nav" ref={places} aria-label="Settings" className={classes.places ?? ''}>
        {links
          .filter(({ needs }) => may(needs))
          .map(({ to, label }) => (
            <NavLink
              key={to}
              component={Link}
              to={to}
              label={label}
              active={pathname.startsWith(to)}
              {...(pathname.startsWith(to) && { 'aria-current': 'page' as const })}
            />
          ))}
      </Box>
      <Box flex={1} miw={0} w="100%">
        <Outlet />
      </Box>
    </Group>
  );
}
