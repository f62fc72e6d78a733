import { directories } from './directories.ts';
import type { Application } from './token-claims.ts';

export interface DemoApplication extends Application {
  readonly roles: readonly string[];
}

/**
 * One registered application per directory of an organisation, for the client credentials grant: `contoso-demo-app`
 * and `fabrikam-demo-app`. Their secrets lie in the data directory.
 */
export const demoApplications: readonly DemoApplication[] = directories
  .filter(({ name }) => name !== 'personal')
  .map((directory) => ({ directory, name: 'demo-app', roles: ['SVC.APIContributor'] }));
