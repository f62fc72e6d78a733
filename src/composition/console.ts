import type { FastifyInstance } from 'fastify';
import type { Settings } from '../cli/configuration/settings.ts';
import { type ConsoleConfig, registerConsole } from '../http/console-files.ts';
import { registerGuide } from '../http/guide/register-guide.ts';
import {
  consoleClientId,
  defaultAudience,
  defaultScope,
} from '../providers/identity/embedded/token-claims.ts';
import { readBuiltConsole } from './built-console.ts';
import { readGuideFiles } from './guide-files.ts';
import { packageVersion } from './package-version.ts';

const personScopes = 'openid profile email offline_access';
const entraOrganizations = 'https://login.microsoftonline.com/organizations/v2.0';

/** Serves the console beside the API, and the guide. */
export async function mountConsole(
  app: FastifyInstance,
  settings: Settings,
  publicUrl: string,
): Promise<void> {
  registerGuide(app, readGuideFiles);
  registerConsole(app, consoleConfig(settings, publicUrl), await readBuiltConsole());
}

/** Where people sign in: at the embedded identity, or at the issuer whose tokens are accepted. */
function consoleConfig(settings: Settings, publicUrl: string): ConsoleConfig {
  if (settings.PLUMBLINE_IDENTITY === 'embedded') {
    return {
      issuer: `${publicUrl}/identity`,
      clientId: consoleClientId,
      scope: `${personScopes} ${defaultScope}`,
      resource: defaultAudience,
      embeddedIdentity: true,
      version: packageVersion,
    };
  }
  const audience = settings.PLUMBLINE_IDENTITY_AUDIENCE;
  return {
    issuer: settings.PLUMBLINE_CONSOLE_ISSUER ?? entraOrganizations,
    clientId: settings.PLUMBLINE_CONSOLE_CLIENT_ID,
    // Entra names the resource in the scope.
    scope: settings.PLUMBLINE_CONSOLE_SCOPE ?? `${personScopes} ${audience}/${defaultScope}`,
    resource: null,
    embeddedIdentity: false,
    version: packageVersion,
  };
}
