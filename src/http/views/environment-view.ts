import type { Static } from 'typebox';
import type { readEnvironment } from '../../app/environment/read-environment.ts';
import type { V1ExecutionEnvironment } from '../../contract/schemas/environment.ts';
import { deploymentCommand, portalLink } from '../../domain/environment/installer-command.ts';
import { etagOf } from '../../domain/etag.ts';
import { operationView } from './operation-view.ts';

type ShownEnvironment = Awaited<ReturnType<typeof readEnvironment>>;

export function environmentView(
  { environment, operation, templatePath }: ShownEnvironment,
  { publicUrl, portalUrl }: { readonly publicUrl: string; readonly portalUrl: string },
): Static<typeof V1ExecutionEnvironment> {
  const { subscriptionId, location, resourceNames } = environment;
  const templateUrl = publicUrl + templatePath;
  const { deployment } = resourceNames;
  return {
    environmentUuid: environment.environmentUuid,
    name: environment.name,
    subscriptionId,
    location,
    browserReaderGroupId: environment.browserReaderGroupId,
    state: environment.state,
    installer: {
      templateUrl,
      deploymentUrl: portalLink(portalUrl, templateUrl),
      command: deploymentCommand({ deployment, subscriptionId, location, templateUrl }),
      resourceNames,
      expiresAt: environment.installerExpiresAt.toISOString(),
    },
    latestProvisioningOperation: operationView(operation, publicUrl),
    registeredIdentity: identityView(environment),
    createdAt: environment.createdAt.toISOString(),
    etag: etagOf('environment', environment.environmentUuid, environment.version),
  };
}

function identityView({
  executorDirectoryId,
  executorObjectId,
}: ShownEnvironment['environment']): Static<typeof V1ExecutionEnvironment>['registeredIdentity'] {
  if (executorDirectoryId === null || executorObjectId === null) return null;
  return { directoryId: executorDirectoryId, objectId: executorObjectId };
}
