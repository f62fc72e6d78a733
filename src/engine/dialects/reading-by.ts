import type { ComparisonType, StructComparison } from '../../domain/comparison/comparison-type.ts';
import type { Column } from '../plan/plan.ts';
import type { Reading } from './dialect.ts';
import { impossible } from './impossible.ts';

type Comparison<Kind extends ComparisonType['kind']> = Extract<ComparisonType, { kind: Kind }>;

/** How what a container holds is read. */
export type ReadPart = (column: Column) => Reading;

/** How an engine reads each type. Null: its capabilities refuse the type before anything runs. */
export interface Readers {
  exactNumeric(column: Column, type: Comparison<'exactNumeric'>): Reading;
  double(column: Column): Reading;
  text(column: Column): Reading;
  boolean(): Reading;
  date(column: Column): Reading;
  readonly time: ((column: Column, precision: number) => Reading) | null;
  timestamp(column: Column, type: Comparison<'timestamp'>): Reading;
  readonly uuid: ((column: Column) => Reading) | null;
  binary(): Reading;
  readonly json: ((column: Column) => Reading) | null;
  struct(column: Column, type: StructComparison, readPart: ReadPart): Reading;
  list(column: Column, element: ComparisonType, readPart: ReadPart): Reading;
  map(column: Column, type: Comparison<'map'>, readPart: ReadPart): Reading;
  /** That there is a value, whatever it is. */
  readonly presence: Pick<Reading, 'value' | 'hashInputs'>;
}

/** How the values of a column become comparable, by the reader of its comparison type. */
export function readingBy(readers: Readers): (column: Column) => Reading {
  return function readingOf(column) {
    const type = column.comparisonType;
    switch (type.kind) {
      case 'exactNumeric':
        return readers.exactNumeric(column, type);
      case 'double':
        return readers.double(column);
      case 'text':
        return readers.text(column);
      case 'boolean':
        return readers.boolean();
      case 'date':
        return readers.date(column);
      case 'time':
        return readers.time?.(column, type.precision) ?? impossible(column);
      case 'timestamp':
        return readers.timestamp(column, type);
      case 'uuid':
        return readers.uuid?.(column) ?? impossible(column);
      case 'binary':
        return readers.binary();
      case 'json':
        return readers.json?.(column) ?? impossible(column);
      case 'struct':
        return readers.struct(column, type, readingOf);
      case 'list':
        return readers.list(column, type.element, readingOf);
      case 'map':
        return readers.map(column, type, readingOf);
      case 'perSide':
        return readingOf({ ...column, comparisonType: column.side === 'source' ? type.source : type.target });
      case 'presence':
        return { ...readers.presence, fallible: false, text: (v) => v, position: null, showsRaw: true };
    }
  };
}
