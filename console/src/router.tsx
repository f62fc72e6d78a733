import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { Access } from './api/access.tsx';
import { Problem } from './components/problem.tsx';
import { Frame } from './frame/frame.tsx';
import { functionCodes } from './language/functions.ts';
import { NotFound } from './pages/not-found.tsx';
import { readResultSearch } from './pages/result/result-search.ts';
import { readRunsSearch } from './pages/runs/runs-search.ts';
import { one, text } from './search-params.ts';
import type { Session } from './session/session.ts';

type Raw = Record<string, unknown>;

const root = createRootRouteWithContext<{ session: Session }>()({
  component: function Root() {
    return <Frame session={root.useRouteContext().session} />;
  },
  notFoundComponent: NotFound,
  errorComponent: ({ error }) => <Problem error={error} />,
});

const overview = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const runs = createRoute({
  getParentRoute: () => root,
  path: '/runs',
  validateSearch: readRunsSearch,
  component: lazyRouteComponent(() => import('./pages/runs/runs-page.tsx'), 'RunsPage'),
});

const run = createRoute({
  getParentRoute: () => root,
  path: '/runs/$runUuid',
  validateSearch: (raw: Raw) => ({
    ...one('status', ['pass', 'fail', 'error', 'no_results'], raw),
    ...one('function', functionCodes, raw),
    ...text('text', raw),
  }),
  component: lazyRouteComponent(() => import('./pages/run/run-page.tsx'), 'RunPage'),
});

const changes = createRoute({
  getParentRoute: () => root,
  path: '/runs/$runUuid/changes',
  validateSearch: (raw: Raw) => text('with', raw),
  component: lazyRouteComponent(() => import('./pages/run/changes-page.tsx'), 'ChangesPage'),
});

const result = createRoute({
  getParentRoute: () => root,
  path: '/runs/$runUuid/results/$resultUuid',
  validateSearch: readResultSearch,
  component: lazyRouteComponent(() => import('./pages/result/result-page.tsx'), 'ResultPage'),
});

const pairs = createRoute({
  getParentRoute: () => root,
  path: '/pairs',
  validateSearch: (raw: Raw) => text('search', raw),
  component: lazyRouteComponent(() => import('./pages/pairs/pairs-page.tsx'), 'PairsPage'),
});

const newPair = createRoute({
  getParentRoute: () => root,
  path: '/pairs/new',
  validateSearch: (raw: Raw) => ({ ...text('source', raw), ...text('target', raw) }),
  staticData: { needs: 'contributor' },
  component: lazyRouteComponent(() => import('./pages/pairs/new-pair-page.tsx'), 'NewPairPage'),
});

const pair = createRoute({
  getParentRoute: () => root,
  path: '/pairs/$datasetPairUuid',
  validateSearch: (raw: Raw) => one('view', ['tests', 'fields', 'suggestions'], raw),
  component: lazyRouteComponent(() => import('./pages/pairs/pair-page.tsx'), 'PairPage'),
});

const newTest = createRoute({
  getParentRoute: () => root,
  path: '/pairs/$datasetPairUuid/test',
  validateSearch: (raw: Raw) => ({
    ...text('source', raw),
    ...text('target', raw),
    ...one('function', functionCodes, raw),
  }),
  staticData: { needs: 'contributor' },
  component: lazyRouteComponent(() => import('./pages/tests/new-test-page.tsx'), 'NewTestPage'),
});

const test = createRoute({
  getParentRoute: () => root,
  path: '/tests/$validationTestUuid',
  staticData: { needs: 'contributor' },
  component: lazyRouteComponent(() => import('./pages/tests/test-page.tsx'), 'TestPage'),
});

const datasets = createRoute({
  getParentRoute: () => root,
  path: '/datasets',
  validateSearch: (raw: Raw) => text('search', raw),
  component: lazyRouteComponent(() => import('./pages/datasets/datasets-page.tsx'), 'DatasetsPage'),
});

const dataset = createRoute({
  getParentRoute: () => root,
  path: '/datasets/$datasetUuid',
  component: lazyRouteComponent(() => import('./pages/datasets/dataset-page.tsx'), 'DatasetPage'),
});

const sources = createRoute({
  getParentRoute: () => root,
  path: '/sources',
  component: lazyRouteComponent(() => import('./pages/sources/sources-page.tsx'), 'SourcesPage'),
});

const newSource = createRoute({
  getParentRoute: () => root,
  path: '/sources/new',
  staticData: { needs: 'owner' },
  component: lazyRouteComponent(() => import('./pages/sources/new-source-page.tsx'), 'NewSourcePage'),
});

const source = createRoute({
  getParentRoute: () => root,
  path: '/sources/$sourceUuid',
  validateSearch: (raw: Raw) => text('at', raw),
  component: lazyRouteComponent(() => import('./pages/sources/source-page.tsx'), 'SourcePage'),
});

const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  component: lazyRouteComponent(() => import('./pages/schedules/schedules-page.tsx'), 'SchedulesPage'),
});

const schedule = createRoute({
  getParentRoute: () => root,
  path: '/schedules/$scheduleUuid',
  component: lazyRouteComponent(() => import('./pages/schedules/schedule-page.tsx'), 'SchedulePage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./pages/settings/settings-frame.tsx'), 'SettingsFrame'),
});

const settingsStart = createRoute({
  getParentRoute: () => settings,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/settings/environment', replace: true });
  },
});

const members = createRoute({
  getParentRoute: () => settings,
  path: '/members',
  staticData: { needs: 'owner' },
  component: lazyRouteComponent(() => import('./pages/settings/members-page.tsx'), 'MembersPage'),
});

const invitations = createRoute({
  getParentRoute: () => settings,
  path: '/invitations',
  staticData: { needs: 'owner' },
  component: lazyRouteComponent(() => import('./pages/settings/invitations-page.tsx'), 'InvitationsPage'),
});

const environment = createRoute({
  getParentRoute: () => settings,
  path: '/environment',
  component: lazyRouteComponent(() => import('./pages/settings/environment-page.tsx'), 'EnvironmentPage'),
});

const connections = createRoute({
  getParentRoute: () => settings,
  path: '/connections',
  component: lazyRouteComponent(() => import('./pages/settings/connections-page.tsx'), 'ConnectionsPage'),
});

const webhooks = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks',
  staticData: { needs: 'owner' },
  component: lazyRouteComponent(() => import('./pages/settings/webhooks-page.tsx'), 'WebhooksPage'),
});

const webhook = createRoute({
  getParentRoute: () => settings,
  path: '/webhooks/$webhookUuid',
  staticData: { needs: 'owner' },
  component: lazyRouteComponent(() => import('./pages/settings/webhook-page.tsx'), 'WebhookPage'),
});

const notifications = createRoute({
  getParentRoute: () => settings,
  path: '/notifications',
  component: lazyRouteComponent(() => import('./pages/settings/notifications-page.tsx'), 'NotificationsPage'),
});

const plan = createRoute({
  getParentRoute: () => settings,
  path: '/plan',
  component: lazyRouteComponent(() => import('./pages/settings/plan-page.tsx'), 'PlanPage'),
});

const api = createRoute({
  getParentRoute: () => settings,
  path: '/api',
  component: lazyRouteComponent(() => import('./pages/settings/api-page.tsx'), 'ApiPage'),
});

const routeTree = root.addChildren([
  overview,
  runs,
  run,
  changes,
  result,
  pairs,
  newPair,
  pair,
  newTest,
  test,
  datasets,
  dataset,
  sources,
  newSource,
  source,
  schedules,
  schedule,
  settings.addChildren([
    settingsStart,
    members,
    invitations,
    environment,
    connections,
    notifications,
    webhooks,
    webhook,
    plan,
    api,
  ]),
]);

export function createConsoleRouter(session: Session) {
  return createRouter({ routeTree, context: { session }, defaultPreload: 'intent', scrollRestoration: true });
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The least role that a page is of use to; the frame tells others. */
    needs?: Access['role'];
  }
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
