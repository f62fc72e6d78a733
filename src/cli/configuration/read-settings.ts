import { type SettingName, type Settings, settings } from './settings.ts';

/** A configuration that cannot be used; the message lists every fault at once. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
  readonly faults: readonly string[];

  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
    this.faults = faults;
  }
}

/** Tests steer child processes with names of this kind. */
const testPrefix = 'PLUMBLINE_TEST_';

/** Reads all settings; an unknown `PLUMBLINE_*` name is refused, because it is nearly always a misspelt one. */
export function readSettings(environment: Readonly<Record<string, string | undefined>>): Settings {
  const faults = unknownNames(environment).map(
    (name) => `${name} is not a setting. Did you mean ${nearest(name)}?`,
  );
  const values: Record<string, unknown> = {};
  for (const [name, setting] of Object.entries(settings)) {
    const text = environment[name]?.trim();
    try {
      values[name] = setting.parse(text === '' ? undefined : text);
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      faults.push(`${name} ${error.message}.`);
    }
  }
  if (faults.length > 0) throw new ConfigurationError(faults);
  return Object.freeze(values) as Settings;
}

function unknownNames(environment: Readonly<Record<string, string | undefined>>): string[] {
  return Object.keys(environment)
    .filter((name) => name.startsWith('PLUMBLINE_') && !name.startsWith(testPrefix))
    .filter((name) => !Object.hasOwn(settings, name));
}

function nearest(name: string): SettingName {
  const [first, ...rest] = Object.keys(settings) as [SettingName, ...SettingName[]];
  return rest.reduce(
    (best, candidate) => (distance(name, candidate) < distance(name, best) ? candidate : best),
    first,
  );
}

/** The least number of letters to add, drop or change (Levenshtein). */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, column) => column);
  for (let line = 1; line <= from.length; line += 1) {
    const next = [line];
    for (let column = 1; column <= to.length; column += 1) {
      const changed = (row[column - 1] ?? 0) + (from[line - 1] === to[column - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
