import { hash } from 'node:crypto';
import { maxRunNameLength } from './run.ts';

/** As long as its column (migrations/0009-runs.sql): the names of a few pairs. */
const maxLabelLength = 800;

/** Three names say what it is about; more would not be read in a list. */
const namedPairs = 3;

/** What the scope of a Run covers, in words. */
export function pairsLabel(names: readonly string[]): string {
  const more = names.length - namedPairs;
  const first = names.slice(0, namedPairs).join(', ');
  return shorten(more > 0 ? `${first} and ${more} more` : first, maxLabelLength);
}

export function retryLabel(nameOfRun: string): string {
  return shorten(`Retry of ${nameOfRun}`, maxLabelLength);
}

/** The name of a Run that was given none: what it covers, and when it was asked for. */
export function defaultRunName(label: string, at: Date): string {
  const time = ` · ${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
  return `${shorten(label, maxRunNameLength - time.length)}${time}`;
}

/** The same for the same pairs, in whatever order they are given. */
export function pairsKey(datasetPairUuids: readonly string[]): string {
  return `pairs:${hash('sha256', [...datasetPairUuids].sort().join('\n'), 'hex')}`;
}

/** By code points, which is how the database counts. */
function shorten(text: string, length: number): string {
  const characters = [...text];
  return characters.length <= length ? text : `${characters.slice(0, length - 1).join('')}…`;
}
