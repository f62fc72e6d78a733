import type { ResourceNames } from './environment.ts';
import { executorGroupTemplate } from './executor-group-template.ts';

/** All that an installer depends on. No secret is among it, and none is made by it: the executor has a managed identity. */
export interface Installer {
  readonly environmentName: string;
  readonly location: string;
  readonly names: ResourceNames;
  /** The group whose members may read evidence with a browser; null for none. */
  readonly browserReaderGroupId: string | null;
  /** The service that the executor calls, and the audience of its tokens. */
  readonly serviceUrl: string;
  readonly audience: string;
  readonly executorImage: string;
}

/** A value of the Azure Resource Manager's JSON. */
export type ArmValue =
  | string
  | number
  | boolean
  | null
  | readonly ArmValue[]
  | { readonly [name: string]: ArmValue };
export type ArmObject = { readonly [name: string]: ArmValue };

/**
 * The template of one subscription-scope deployment: a resource group, and in it the executor with what it needs.
 *
 * https://learn.microsoft.com/azure/azure-resource-manager/templates/deploy-to-subscription
 */
export function installerTemplate(installer: Installer): ArmObject {
  const { names, location } = installer;
  const tags = { 'plumbline-environment': literal(installer.environmentName.slice(0, 256)) };
  // The deployment inside must not have the name of the one that it is in.
  const inside = `${names.deployment}-executor`;
  const group = `resourceId('Microsoft.Resources/resourceGroups', '${names.resourceGroup}')`;
  return {
    $schema: 'https://schema.management.azure.com/schemas/2018-05-01/subscriptionDeploymentTemplate.json#',
    contentVersion: '1.0.0.0',
    parameters: {
      location: { type: 'string', defaultValue: location },
      executorImage: {
        type: 'string',
        defaultValue: literal(installer.executorImage),
        metadata: { description: 'The container image that runs the executor.' },
      },
    },
    resources: [
      {
        type: 'Microsoft.Resources/resourceGroups',
        apiVersion: '2024-03-01',
        name: names.resourceGroup,
        location: "[parameters('location')]",
        tags,
      },
      {
        type: 'Microsoft.Resources/deployments',
        apiVersion: '2024-03-01',
        name: inside,
        resourceGroup: names.resourceGroup,
        dependsOn: [`[${group}]`],
        properties: {
          mode: 'Incremental',
          // Inner: what is inside the group refers to its own parameters, and to nothing out here.
          expressionEvaluationOptions: { scope: 'inner' },
          parameters: {
            location: { value: "[parameters('location')]" },
            executorImage: { value: "[parameters('executorImage')]" },
          },
          template: executorGroupTemplate(installer, tags),
        },
      },
    ],
    outputs: {
      executorObjectId: {
        type: 'string',
        value: `[reference('${inside}').outputs.executorObjectId.value]`,
        metadata: { description: 'Request provisioning with this id.' },
      },
    },
  };
}

/** Text as it stands. The Resource Manager evaluates a string in brackets, unless the first bracket is doubled. */
export function literal(text: string): string {
  return text.startsWith('[') ? `[${text}` : text;
}
