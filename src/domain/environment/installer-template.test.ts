import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import fc from 'fast-check';
import { type ArmValue, type Installer, installerTemplate } from './installer-template.ts';
import { resourceNamesOf } from './resource-names.ts';

function installer(changes: Partial<Installer> & { name?: string } = {}): Installer {
  const environment = { orgUuid: randomUUID(), environmentUuid: randomUUID(), name: changes.name ?? 'Sales' };
  return {
    environmentName: environment.name,
    location: 'westeurope',
    names: resourceNamesOf(environment),
    browserReaderGroupId: null,
    serviceUrl: 'https://plumbline.contoso.example',
    audience: 'api://plumbline',
    executorImage: 'plumbline/executor:1.0.0',
    ...changes,
  };
}

interface Template {
  readonly $schema: string;
  readonly contentVersion: string;
  readonly parameters: Record<string, { type: string; defaultValue?: string }>;
  readonly resources: readonly Resource[];
  readonly outputs: Record<string, { type: string; value: string }>;
}

interface Resource {
  readonly type: string;
  readonly apiVersion: string;
  readonly name: string;
  readonly scope?: string;
  readonly dependsOn?: readonly string[];
  // biome-ignore lint/suspicious/noExplicitAny: what a test reads out of a template is checked by its assertions
  readonly properties?: any;
}

function templatesOf(made: Installer): { outer: Template; inner: Template } {
  const outer = installerTemplate(made) as unknown as Template;
  return { outer, inner: outer.resources[1]?.properties.template };
}

test('the template is one of a subscription, and makes a group and what is in it', () => {
  const { outer, inner } = templatesOf(installer({ browserReaderGroupId: randomUUID() }));
  assert.match(outer.$schema, /subscriptionDeploymentTemplate\.json#$/);
  assert.deepEqual(
    outer.resources.map(({ type }) => type),
    ['Microsoft.Resources/resourceGroups', 'Microsoft.Resources/deployments'],
  );
  assert.equal(outer.resources[1]?.properties.expressionEvaluationOptions.scope, 'inner');
  assert.deepEqual(
    inner.resources.map(({ type }) => type),
    [
      'Microsoft.ManagedIdentity/userAssignedIdentities',
      'Microsoft.Storage/storageAccounts',
      'Microsoft.Storage/storageAccounts/blobServices',
      'Microsoft.Storage/storageAccounts/blobServices/containers',
      'Microsoft.Authorization/roleAssignments',
      'Microsoft.Authorization/roleAssignments',
      'Microsoft.App/managedEnvironments',
      'Microsoft.App/jobs',
    ],
  );
  for (const resource of [...outer.resources, ...inner.resources]) {
    assert.match(resource.apiVersion, /^\d{4}-\d{2}-\d{2}$/, resource.type);
  }
});

test('whatever is depended on and referred to is in the same template', () => {
  const { outer, inner } = templatesOf(installer({ browserReaderGroupId: randomUUID() }));
  for (const template of [outer, inner]) {
    const made = new Set(template.resources.map(({ type, name }) => `${type}|${name}`));
    for (const { dependsOn = [] } of template.resources) {
      for (const id of dependsOn) {
        const [type, ...names] = [...id.matchAll(/'([^']*)'/g)].map(([, text]) => text);
        assert.ok(made.has(`${type}|${names.join('/')}`), id);
      }
    }
    const { $schema: _, ...rest } = template;
    const here = JSON.stringify(template === outer ? withoutInner(rest) : rest);
    for (const [, name] of here.matchAll(/parameters\('(\w+)'\)/g)) {
      assert.ok(name !== undefined && name in template.parameters, name);
    }
  }
});

function withoutInner(template: Omit<Template, '$schema'>): unknown {
  return JSON.parse(JSON.stringify(template, (name, value) => (name === 'template' ? undefined : value)));
}

test('rights are the least: on the one container, by names that stay the same', () => {
  const made = installer({ browserReaderGroupId: randomUUID() });
  const assignments = templatesOf(made).inner.resources.filter(({ type }) =>
    type.endsWith('roleAssignments'),
  );
  const again = templatesOf(made).inner.resources.filter(({ type }) => type.endsWith('roleAssignments'));
  assert.deepEqual(
    assignments.map(({ name }) => name),
    again.map(({ name }) => name),
  );
  assert.equal(new Set(assignments.map(({ name }) => name)).size, 2);
  for (const { name, scope, properties } of assignments) {
    assert.match(name, /^\[guid\(/);
    assert.match(String(scope), /blobServices\/containers/);
    assert.match(properties.roleDefinitionId, /^\[subscriptionResourceId\(/);
  }
  assert.deepEqual(
    assignments.map(({ properties }) => properties.principalType),
    ['ServicePrincipal', 'Group'],
  );
});

test('without a group nobody reads evidence with a browser', () => {
  const { inner } = templatesOf(installer());
  assert.equal(inner.resources.filter(({ type }) => type.endsWith('roleAssignments')).length, 1);
  const service = inner.resources.find(({ type }) => type.endsWith('/blobServices'));
  assert.deepEqual(service?.properties.cors.corsRules, []);
});

test('evidence cannot be had without an identity, and nothing secret is in the template', () => {
  const { outer, inner } = templatesOf(installer());
  const account = inner.resources.find(({ type }) => type === 'Microsoft.Storage/storageAccounts');
  assert.equal(account?.properties.allowSharedKeyAccess, false);
  assert.equal(account?.properties.allowBlobPublicAccess, false);
  assert.doesNotMatch(JSON.stringify(outer), /listKeys|securestring|secretRef|password/i);
});

test('the executor writes evidence to the one container that its identity may write to', () => {
  const made = installer();
  const { inner } = templatesOf(made);
  const job = inner.resources.find(({ type }) => type === 'Microsoft.App/jobs') ?? assert.fail();
  const { env } = job.properties.template.containers[0];
  const { value } = env.find(({ name }: { name: string }) => name === 'PLUMBLINE_EVIDENCE_URL');
  const { storageAccount, evidenceContainer } = made.names;
  assert.equal(
    value,
    `[concat('https://${storageAccount}.blob.', environment().suffixes.storage, '/${evidenceContainer}')]`,
  );
  assert.ok(
    job.dependsOn?.some((id) => id.includes(`'${evidenceContainer}'`)),
    'the container is there before',
  );
  const assignment = inner.resources.find(({ type }) => type.endsWith('roleAssignments'));
  assert.match(
    String(assignment?.scope),
    new RegExp(`'${storageAccount}', 'default', '${evidenceContainer}'`),
  );
  assert.match(assignment?.properties.roleDefinitionId, /ba92f5b4-2d11-453d-a403-e96b0029c9fe/);
  assert.match(assignment?.properties.principalId, new RegExp(made.names.managedIdentity));
});

test('evidence that is deleted is gone', () => {
  const service = templatesOf(installer()).inner.resources.find(({ type }) => type.endsWith('/blobServices'));
  assert.equal(service?.properties.deleteRetentionPolicy.enabled, false);
  assert.equal(service?.properties.isVersioningEnabled, false);
});

/** The texts of a template that the Resource Manager would evaluate. */
function expressionsOf(value: ArmValue): string[] {
  if (typeof value === 'string') return value.startsWith('[') && !value.startsWith('[[') ? [value] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => [
    ...expressionsOf(name),
    ...expressionsOf(member),
  ]);
}

test('no text that somebody chose is ever evaluated', () => {
  const usual = expressionsOf(installerTemplate(installer())).length;
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string({ minLength: 1, maxLength: 40, unit: 'grapheme' }),
        fc.constant("[concat('a', 'b')]"),
      ),
      (text) => {
        const template = installerTemplate(
          installer({ name: text, environmentName: text, executorImage: text, audience: text }),
        );
        assert.equal(expressionsOf(template).length, usual);
      },
    ),
  );
});

test('names follow the rules of Azure, and differ between environments', () => {
  const seen = new Set<string>();
  fc.assert(
    fc.property(fc.string({ minLength: 1, maxLength: 255, unit: 'grapheme' }), fc.uuid(), (name, orgUuid) => {
      const environment = { orgUuid, environmentUuid: randomUUID(), name };
      const names = resourceNamesOf(environment);
      assert.deepEqual(resourceNamesOf(environment), names);
      assert.match(names.resourceGroup, /^[a-z0-9](?:-?[a-z0-9]){0,88}$/);
      assert.match(names.storageAccount, /^[a-z0-9]{3,24}$/);
      assert.match(names.managedIdentity, /^[a-zA-Z0-9][a-zA-Z0-9_-]{2,127}$/);
      assert.match(names.containerEnvironment, /^[a-z](?:-?[a-z0-9]){0,59}$/);
      assert.match(names.executorJob, /^[a-z](?:-?[a-z0-9]){1,31}$/);
      assert.match(names.evidenceContainer, /^[a-z0-9](?:-?[a-z0-9]){2,62}$/);
      assert.ok(names.deployment.length <= 64);
      assert.equal(seen.has(names.storageAccount), false);
      seen.add(names.storageAccount);
    }),
  );
});
