import { type BySide, eachSide, fromEachSide } from '../by-side.ts';
import type { TimestampComparison } from '../comparison-type.ts';
import type { LogicalType } from '../logical-type.ts';
import type { Diagnostic } from '../resolution.ts';
import { bothAs, remark, type Shared, shared, type TypePair } from './unification.ts';

export function unifyTimesOfDay(pair: TypePair): Shared {
  const times = bothAs(pair, 'time');
  const precision = Math.min(times.source.precision, times.target.precision);
  return shared({ kind: 'time', precision }, precisionRemarks(pair, precision));
}

/** Two timestamps, or a timestamp and a date, which is the midnight that it starts with. */
export function unifyTimestamps(pair: TypePair): Shared {
  // A date is exact to any number of digits, so only timestamps decide the precision.
  const precision = Math.min(
    ...fromEachSide(pair.types, (type) => (type.kind === 'timestamp' ? [type.precision] : [])),
  );
  const { clock, remarks } = clockOf(pair);
  const midnights = fromEachSide(pair.types, ({ kind }, _peer, side) =>
    kind === 'date'
      ? [remark(pair, 'date_as_midnight', side, 'A date is compared as the midnight at its start.')]
      : [],
  );
  return shared(
    { kind: 'timestamp', precision, ...clock },
    [...remarks, ...midnights, ...precisionRemarks(pair, precision)],
    eachSide(pair.types, ({ kind }) => (kind === 'date' ? 'to_timestamp' : 'none')),
  );
}

type Clock = Omit<TimestampComparison, 'kind' | 'precision'>;

/** Which clock both sides are read on (see `TimestampComparison`). */
function clockOf(pair: TypePair): { readonly clock: Clock; readonly remarks: readonly Diagnostic[] } {
  const zoned = eachSide(pair.types, isZoned);
  if (zoned.source && zoned.target) {
    return { clock: { clock: 'instant', zone: null, sourceZone: null, targetZone: null }, remarks: [] };
  }
  if (zoned.source !== zoned.target) return clockOfNaiveSide(pair, zoned);
  return clockOfTwoNaiveSides(pair);
}

function clockOfNaiveSide(pair: TypePair, zoned: BySide<boolean>) {
  const side = zoned.source ? 'target' : 'source';
  const declared = pair.zones[side];
  const zone = declared ?? 'UTC';
  const clock: Clock = {
    clock: 'wall',
    zone,
    sourceZone: zoned.source ? null : zone,
    targetZone: zoned.target ? null : zone,
  };
  const said =
    declared === null
      ? remark(
          pair,
          'zone_assumed',
          side,
          'The values carry no zone and the dataset declares none: UTC is assumed. Declare the zone of the dataset if it is another.',
        )
      : remark(
          pair,
          'zone_applied',
          side,
          `The values carry no zone: they are read in ${zone}, the zone that the dataset declares.`,
        );
  return { clock, remarks: [said] };
}

/** As written, unless both datasets declare zones and they differ. */
function clockOfTwoNaiveSides(pair: TypePair) {
  const { source, target } = eachSide(pair.zones, (zone) => (zone !== null && isUtc(zone) ? 'UTC' : zone));
  if (source === null || target === null || source === target) {
    return {
      clock: { clock: 'wall', zone: null, sourceZone: null, targetZone: null } satisfies Clock,
      remarks: [],
    };
  }
  const zone = sharedZone(source, target);
  const clock: Clock = { clock: 'wall', zone, sourceZone: source, targetZone: target };
  const detail = `The datasets declare different zones: both are compared as the clock of ${zone} shows them.`;
  return { clock, remarks: [remark(pair, 'zones_differ', 'both', detail)] };
}

/** UTC has no hour that repeats, so it is the side to convert; between two others the first by name, to be definite. */
function sharedZone(one: string, other: string): string {
  if (isUtc(one)) return other;
  if (isUtc(other)) return one;
  return one < other ? one : other;
}

function isUtc(zone: string): boolean {
  return /^((Etc\/)?(UTC|UCT|GMT|Zulu|Universal|Greenwich)|Z)$/i.test(zone);
}

function isZoned(type: LogicalType): boolean {
  return type.kind === 'timestamp' && type.zoned;
}

function precisionRemarks(pair: TypePair, precision: number): readonly Diagnostic[] {
  const detail = `Seconds are compared to ${precision} fractional digits, as many as the other side has; finer digits are cut off, not rounded.`;
  return fromEachSide(pair.types, (type, _peer, side) =>
    (type.kind === 'time' || type.kind === 'timestamp') && type.precision > precision
      ? [remark(pair, 'precision_lowered', side, detail)]
      : [],
  );
}
