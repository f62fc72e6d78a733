import { writeFile } from 'node:fs/promises';
import type { Column, Relation, Value } from './relations.ts';
import {
  binaryField,
  compactInteger,
  compactStruct,
  compactText,
  integerField,
  listField,
  structField,
  varint,
} from './thrift-compact.ts';

/**
 * Writes a flat table as Parquet by hand: one row group, plain values, no compression. For what the engine itself
 * cannot write: INT96, and columns whose names differ only in case.
 */
export async function writeParquetByHand(
  file: string,
  { columns, rows, metadata = {} }: Relation,
): Promise<void> {
  const parts: Buffer[] = [Buffer.from('PAR1')];
  let offset = 4;
  const chunks = columns.map((column, index) => {
    const page = dataPage(
      column,
      rows.map((row) => row[index] ?? null),
    );
    const chunk = columnChunk(column, rows.length, offset, page.length);
    parts.push(page);
    offset += page.length;
    return chunk;
  });
  const footer = fileMetadata(columns, rows.length, chunks, offset - 4, metadata);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(footer.length);
  await writeFile(file, Buffer.concat([...parts, footer, length, Buffer.from('PAR1')]));
}

/** The numbers of the format's Thrift definition. */
const physicalTypes = { integer: 2, int96: 3, text: 6 } as const;
const optional = 1;
const utf8 = 0;
const plain = 0;
const runLength = 3;
const uncompressed = 0;

function physicalType({ type }: Column): number {
  if (
    type.kind === 'int96' ||
    type.kind === 'text' ||
    (type.kind === 'integer' && type.bits === 64 && !type.unsigned)
  ) {
    return physicalTypes[type.kind];
  }
  throw new TypeError(`No column of ${type.kind} is written by hand.`);
}

function dataPage(column: Column, values: readonly Value[]): Buffer {
  // One run of length 1 for each value: whether it is there.
  const levels = Buffer.concat(values.map((value) => Buffer.from([...varint(2n), value === null ? 0 : 1])));
  const levelsLength = Buffer.alloc(4);
  levelsLength.writeUInt32LE(levels.length);
  const present = values.filter((value) => value !== null).map((value) => plainValue(column, String(value)));
  const body = Buffer.concat([levelsLength, levels, ...present]);
  const header = compactStruct([
    integerField(1, 0),
    integerField(2, body.length),
    integerField(3, body.length),
    structField(5, [
      integerField(1, values.length),
      integerField(2, plain),
      integerField(3, runLength),
      integerField(4, runLength),
    ]),
  ]);
  return Buffer.concat([header, body]);
}

function plainValue({ type }: Column, notation: string): Buffer {
  if (type.kind === 'text') {
    const text = Buffer.from(notation);
    const length = Buffer.alloc(4);
    length.writeUInt32LE(text.length);
    return Buffer.concat([length, text]);
  }
  if (type.kind === 'int96') return int96Value(notation);
  const value = Buffer.alloc(8);
  value.writeBigInt64LE(BigInt(notation));
  return value;
}

/** The Julian day number of 1970-01-01. */
const julianDayOfEpoch = 2_440_588n;
const nanosecondsPerDay = 86_400_000_000_000n;

/** `2024-05-01 12:00:00.123456789`: nanoseconds of the day, then the Julian day, both little-endian. */
function int96Value(notation: string): Buffer {
  const [seconds = '', fraction = ''] = notation.split('.');
  const sinceEpoch =
    BigInt(new Date(`${seconds.replace(' ', 'T')}Z`).getTime()) * 1_000_000n +
    BigInt(fraction.padEnd(9, '0'));
  const ofDay = ((sinceEpoch % nanosecondsPerDay) + nanosecondsPerDay) % nanosecondsPerDay;
  const day = (sinceEpoch - ofDay) / nanosecondsPerDay;
  const value = Buffer.alloc(12);
  value.writeBigInt64LE(ofDay, 0);
  value.writeInt32LE(Number(day + julianDayOfEpoch), 8);
  return value;
}

function columnChunk(column: Column, rows: number, offset: number, bytes: number): Buffer {
  return compactStruct([
    integerField(2, offset, 64),
    structField(3, [
      integerField(1, physicalType(column)),
      listField(2, 'integer', [compactInteger(plain), compactInteger(runLength)]),
      listField(3, 'binary', [compactText(column.name)]),
      integerField(4, uncompressed),
      integerField(5, rows, 64),
      integerField(6, bytes, 64),
      integerField(7, bytes, 64),
      integerField(9, offset, 64),
    ]),
  ]);
}

function fileMetadata(
  columns: readonly Column[],
  rows: number,
  chunks: readonly Buffer[],
  bytes: number,
  metadata: Readonly<Record<string, string>>,
): Buffer {
  const root = compactStruct([binaryField(4, 'schema'), integerField(5, columns.length)]);
  const leaves = columns.map((column) =>
    compactStruct([
      integerField(1, physicalType(column)),
      integerField(3, optional),
      binaryField(4, column.name),
      ...(column.type.kind === 'text' ? [integerField(6, utf8)] : []),
    ]),
  );
  const rowGroup = compactStruct([
    listField(1, 'struct', chunks),
    integerField(2, bytes, 64),
    integerField(3, rows, 64),
  ]);
  const entries = Object.entries(metadata).map(([key, value]) =>
    compactStruct([binaryField(1, key), binaryField(2, value)]),
  );
  return compactStruct([
    integerField(1, 1),
    listField(2, 'struct', [root, ...leaves]),
    integerField(3, rows, 64),
    listField(4, 'struct', [rowGroup]),
    ...(entries.length > 0 ? [listField(5, 'struct', entries)] : []),
  ]);
}
