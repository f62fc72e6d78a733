import { AppError } from '../../domain/app-error.ts';
import type { BySide } from '../../domain/comparison/by-side.ts';
import type { ColumnMapping } from './comparison-request.ts';
import { nearestNames } from './nearest-names.ts';

export interface NamedColumn {
  readonly name: string;
}

/** A column of each side that belong together. */
export interface ColumnPair<C extends NamedColumn> extends BySide<C> {
  /** How they were found to belong together. */
  readonly by: 'mapping' | 'name' | 'nameWithoutCase';
}

export interface Pairing<C extends NamedColumn> {
  /** In the source's order. */
  readonly pairs: readonly ColumnPair<C>[];
  readonly onlyInSource: readonly C[];
  readonly onlyInTarget: readonly C[];
  readonly ignored: readonly string[];
}

/** Brings the columns together: as told, then by the same name, then by the only name that differs in case alone. */
export function pairColumns<C extends NamedColumn>(
  columns: BySide<readonly C[]>,
  mappings: readonly ColumnMapping[],
  ignored: readonly string[],
): Pairing<C> {
  refuseUnknown(columns, ignored);
  const source = columns.source.filter(({ name }) => !ignored.includes(name));
  const target = columns.target.filter(({ name }) => !ignored.includes(name));
  const mapped = mappings.map((mapping) => mappedPair(mapping, { source, target }));
  refuseRepeated(mapped);

  const pairOf = new Map<C, ColumnPair<C>>(mapped.map((pair) => [pair.source, pair]));
  const taken = new Set<C>(mapped.map((pair) => pair.target));
  const join = (by: ColumnPair<C>['by'], sameName: (a: string, b: string) => boolean) => {
    for (const own of source) {
      if (pairOf.has(own)) continue;
      const peers = target.filter((peer) => !taken.has(peer) && sameName(own.name, peer.name));
      const rivals = source.filter((other) => !pairOf.has(other) && sameName(own.name, other.name));
      const [peer] = peers;
      if (peer === undefined || peers.length > 1 || rivals.length > 1) continue;
      pairOf.set(own, { source: own, target: peer, by });
      taken.add(peer);
    }
  };
  join('name', (a, b) => a === b);
  join('nameWithoutCase', (a, b) => a.toLowerCase() === b.toLowerCase());

  return {
    pairs: source.flatMap((own) => pairOf.get(own) ?? []),
    onlyInSource: source.filter((own) => !pairOf.has(own)),
    onlyInTarget: target.filter((peer) => !taken.has(peer)),
    ignored,
  };
}

/** The pair that a person means by a name: the source's, else the target's, else the only one but for case. */
export function pairNamed<C extends NamedColumn>(
  pairs: readonly ColumnPair<C>[],
  name: string,
  what: string,
): ColumnPair<C> {
  const fits = (same: (own: string) => boolean) => [
    pairs.filter((pair) => same(pair.source.name)),
    pairs.filter((pair) => same(pair.target.name)),
  ];
  const candidates = [
    ...fits((own) => own === name),
    ...fits((own) => own.toLowerCase() === name.toLowerCase()),
  ].find((found) => found.length > 0);
  const [pair, another] = candidates ?? [];
  if (pair !== undefined && another === undefined) return pair;
  const known = pairs.map(({ source }) => source.name);
  throw unknownColumn(
    `${what} names the column ${JSON.stringify(name)}, which is not on both sides`,
    name,
    known,
  );
}

function mappedPair<C extends NamedColumn>(
  mapping: ColumnMapping,
  columns: BySide<readonly C[]>,
): ColumnPair<C> {
  const find = (side: 'source' | 'target') => {
    const column = columns[side].find(({ name }) => name === mapping[side]);
    if (column !== undefined) return column;
    const known = columns[side].map(({ name }) => name);
    throw unknownColumn(
      `The ${side} has no column ${JSON.stringify(mapping[side])}, which is to be mapped`,
      mapping[side],
      known,
    );
  };
  return { source: find('source'), target: find('target'), by: 'mapping' };
}

function refuseRepeated<C extends NamedColumn>(mapped: readonly ColumnPair<C>[]): void {
  for (const side of ['source', 'target'] as const) {
    const names = mapped.map((pair) => pair[side].name);
    const repeated = names.find((name, index) => names.indexOf(name) !== index);
    if (repeated === undefined) continue;
    throw new AppError('validation_failed', {
      detail: `The ${side}'s column ${JSON.stringify(repeated)} is mapped more than once. Map each column once.`,
    });
  }
}

function refuseUnknown<C extends NamedColumn>(
  columns: BySide<readonly C[]>,
  ignored: readonly string[],
): void {
  const known = [...columns.source, ...columns.target].map(({ name }) => name);
  const unknown = ignored.find((name) => !known.includes(name));
  if (unknown === undefined) return;
  throw unknownColumn(
    `Neither side has a column ${JSON.stringify(unknown)}, which is to be ignored`,
    unknown,
    known,
  );
}

function unknownColumn(what: string, name: string, known: readonly string[]): AppError {
  const nearest = nearestNames(name, [...new Set(known)]);
  const advice =
    nearest.length > 0
      ? `Did you mean ${nearest.map((candidate) => JSON.stringify(candidate)).join(' or ')}?`
      : `There are ${known.map((candidate) => JSON.stringify(candidate)).join(', ') || 'none'}.`;
  return new AppError('field_unknown', { detail: `${what}. ${advice}` });
}
