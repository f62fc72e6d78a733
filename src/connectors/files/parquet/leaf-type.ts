import type { LogicalType } from '../../../domain/comparison/logical-type.ts';
import type { DatasetNote } from '../file-dataset.ts';
import type { ParquetNode } from './parquet-schema.ts';

/** The engine reads a wider decimal as a double, and wrongly at that. */
const maxDecimalDigits = 38;

/** What a leaf is, where its annotation says more, or something else, than the type that the engine reads it as. */
export function readLeaf(
  leaf: ParquetNode | undefined,
  known: LogicalType,
  note: (code: DatasetNote['code'], what: string) => void,
): LogicalType {
  if (leaf === undefined) return known;
  if (leaf.annotation.startsWith('DECIMAL') || leaf.annotation.startsWith('DecimalType')) {
    if ((leaf.precision ?? 0) <= maxDecimalDigits) return known;
    note(
      'type_not_read',
      `is a decimal of ${leaf.precision} digits, and the engine holds ${maxDecimalDigits}; it is not compared`,
    );
    return { kind: 'unknown' };
  }
  if (known.kind === 'unknown') {
    note(
      'type_not_read',
      `is of a type that is not read (${leaf.annotation || leaf.physicalType}); it is not compared`,
    );
    return known;
  }
  if (known.kind !== 'timestamp' && known.kind !== 'time') return known;
  if (leaf.physicalType === 'INT96') {
    note('precision_lost', 'is INT96, which can hold nanoseconds; it is read to the microsecond');
    return known;
  }
  const unit = unitOf(leaf.annotation);
  if (unit === 9 && known.precision < 9) {
    note('precision_lost', 'holds nanoseconds; it is read to the microsecond');
  }
  return unit !== null && unit < known.precision ? { ...known, precision: unit } : known;
}

function unitOf(annotation: string): number | null {
  if (/MILLIS=MilliSeconds|_MILLIS$/.test(annotation)) return 3;
  if (/MICROS=MicroSeconds|_MICROS$/.test(annotation)) return 6;
  return /NANOS=NanoSeconds/.test(annotation) ? 9 : null;
}
