import {
  AppShell,
  Burger,
  Group,
  NavLink,
  ScrollArea,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { useAccess } from '../api/access.tsx';
import { read } from '../api/queries.ts';
import { RoleGate } from '../components/role-gate.tsx';
import type { Session } from '../session/session.ts';
import { AccountMenu } from './account-menu.tsx';
import classes from './frame.module.css';
import {
  DatasetsIcon,
  OverviewIcon,
  PairsIcon,
  RunsIcon,
  SchedulesIcon,
  SearchIcon,
  SettingsIcon,
  SourcesIcon,
} from './icons.tsx';
import { PlumblineMark } from './plumbline-mark.tsx';
import { RunButton } from './run-button.tsx';
import { openSearch, useSearchKeys } from './search-keys.ts';

const Search = lazy(() => import('./search.tsx').then((module) => ({ default: module.Search })));

const places = [
  { to: '/', label: 'Overview', icon: OverviewIcon },
  { to: '/runs', label: 'Runs', icon: RunsIcon },
  { to: '/schedules', label: 'Schedules', icon: SchedulesIcon },
  { to: '/pairs', label: 'Pairs', icon: PairsIcon },
  { to: '/datasets', label: 'Datasets', icon: DatasetsIcon },
  { to: '/sources', label: 'Sources', icon: SourcesIcon },
  { to: '/settings', label: 'Settings', icon: SettingsIcon },
] as const;

/** What stands around every page. */
export function Frame({ session }: { readonly session: Session }) {
  const [opened, { toggle, close }] = useDisclosure(false);
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const needs = useRouterState({ select: ({ matches }) => matches.at(-1)?.staticData.needs ?? 'reader' });
  const { may } = useAccess();
  const searching = useSearchKeys();
  useFocusOnArrival(pathname, close);
  return (
    <AppShell
      header={{ height: 48 }}
      navbar={{ width: 188, breakpoint: 'sm', collapsed: { mobile: !opened } }}
      padding="md"
    >
      <a className={classes.skip} href="#main">
        Skip to the content
      </a>
      <AppShell.Header className={classes.header}>
        <Group h="100%" px="md" gap="sm" wrap="nowrap">
          <Burger opened={opened} onClick={toggle} hiddenFrom="sm" size="sm" aria-label="Navigation" />
          <Link to="/" className={classes.home}>
            <PlumblineMark />
            <OrganizationName />
            <VisuallyHidden>overview</VisuallyHidden>
          </Link>
          <UnstyledButton className={classes.search} onClick={openSearch}>
            <SearchIcon />
            <Text span size="sm" visibleFrom="xs">
              Search Runs, pairs, datasets …
            </Text>
            <VisuallyHidden>Search everything</VisuallyHidden>
            <kbd className={classes.key}>/</kbd>
          </UnstyledButton>
          <Group gap="xs" wrap="nowrap" ml="auto">
            {may('contributor') && <RunButton />}
            <AccountMenu session={session} />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar className={classes.rail} aria-label="Main">
        <ScrollArea flex={1} type="never">
          {places.map(({ to, label, icon: Icon }) => {
            const active = to === '/' ? pathname === '/' : pathname.startsWith(to);
            return (
              <NavLink
                key={to}
                component={Link}
                to={to}
                label={label}
                leftSection={<Icon />}
                active={active}
                {...(active && { 'aria-current': 'page' as const })}
                className={classes.place ?? ''}
              />
            );
          })}
        </ScrollArea>
      </AppShell.Navbar>
      <AppShell.Main id="main" className={classes.main}>
        <RoleGate needs={needs}>
          <Outlet />
        </RoleGate>
      </AppShell.Main>
      {searching && (
        <Suspense>
          <Search />
        </Suspense>
      )}
    </AppShell>
  );
}

function OrganizationName() {
  const { data } = useQuery(read('get_organization', {}));
  return (
    <Text span fw={600} truncate maw={180} visibleFrom="xs">
      {data?.body.name ?? 'Plumbline'}
    </Text>
  );
}

/** After a change of place the heading of the new page has the focus, and the phone's navigation is closed. */
function useFocusOnArrival(pathname: string, close: () => void): void {
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    close();
    requestAnimationFrame(() => document.getElementById('page-title')?.focus({ preventScroll: true }));
  }, [pathname, close]);
}
