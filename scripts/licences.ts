import { readFileSync } from 'node:fs';

export interface Dependency {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
  /** Whether only developers install it. */
  readonly isForDevelopment: boolean;
}

/** Licences that let this software be used, changed and passed on under its own. */
export const permitted: readonly string[] = [
  '0BSD',
  'Apache-2.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
];

/** Besides them, for tools that are not passed on. */
export const permittedForDevelopment: readonly string[] = ['MPL-2.0'];

/** What a package says elsewhere than in its description, as somebody read it. */
const readElsewhere: Readonly<Record<string, string>> = {
  // Its file LICENSE is the Apache licence.
  flatbuffers: 'Apache-2.0',
  // Its description has the field in a form of long ago; its file LICENSE is that of MIT.
  'json-bignum': 'MIT',
};

interface LockedPackage {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** Every package that the lockfile installs, sorted by name. */
export function dependencies(lockfile = 'package-lock.json'): readonly Dependency[] {
  const { packages } = JSON.parse(readFileSync(lockfile, 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages)
    .filter(([path, { link }]) => path.includes('node_modules/') && link !== true)
    .map(([path, { version = '', license = '', dev = false }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return { name, version, licence: readElsewhere[name] ?? license, isForDevelopment: dev };
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Of `MIT OR CC0-1.0` one will do. */
export function isPermitted({ licence, isForDevelopment }: Dependency): boolean {
  const allowed = isForDevelopment ? [...permitted, ...permittedForDevelopment] : permitted;
  return licence
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((each) => allowed.includes(each));
}

/** What the package is made of, by licence. */
export function licenceReport(all: readonly Dependency[]): string {
  const shipped = all.filter(({ isForDevelopment }) => !isForDevelopment);
  const byLicence = Object.entries(Object.groupBy(shipped, ({ licence }) => licence)).sort();
  const sections = byLicence.map(([licence, packages = []]) => {
    const names = new Set(packages.map(({ name, version }) => `- ${name} ${version}`));
    return `## ${licence}\n\n${[...names].join('\n')}\n`;
  });
  return `# Licences\n\nPlumbline is under Apache-2.0. These are the packages that it installs.\n\n${sections.join('\n')}`;
}
