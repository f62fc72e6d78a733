import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
} from '@tanstack/react-router';
import { Problem } from './components/problem.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './pages/not-found.tsx';
import type { Session } from './session/session.ts';

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

const routeTree = root.addChildren([overview]);

export function createConsoleRouter(session: Session) {
  return createRouter({ routeTree, context: { session }, defaultPreload: 'intent', scrollRestoration: true });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
