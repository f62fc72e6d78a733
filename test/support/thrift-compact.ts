/** As much of Thrift's compact protocol as a Parquet footer needs. */
export interface CompactField {
  readonly id: number;
  readonly type: number;
  readonly bytes: Buffer;
}

const typeCodes = { integer: 5, long: 6, binary: 8, list: 9, struct: 12 } as const;

export function integerField(id: number, value: number, bits: 32 | 64 = 32): CompactField {
  const type = bits === 32 ? typeCodes.integer : typeCodes.long;
  return { id, type, bytes: Buffer.from(varint(zigzag(BigInt(value)))) };
}

export function binaryField(id: number, text: string): CompactField {
  return { id, type: typeCodes.binary, bytes: compactText(text) };
}

export function structField(id: number, fields: readonly CompactField[]): CompactField {
  return { id, type: typeCodes.struct, bytes: compactStruct(fields) };
}

export function listField(
  id: number,
  of: 'integer' | 'binary' | 'struct',
  items: readonly Buffer[],
): CompactField {
  // Up to 14 items their number stands in the first byte; from 15 on it follows.
  const short = items.length < 15;
  const head = Buffer.from([(short ? items.length << 4 : 0xf0) | typeCodes[of]]);
  const length = short ? Buffer.alloc(0) : Buffer.from(varint(BigInt(items.length)));
  return { id, type: typeCodes.list, bytes: Buffer.concat([head, length, ...items]) };
}

/** Fields by ascending id; each begins with its distance from the one before, and a zero ends them. */
export function compactStruct(fields: readonly CompactField[]): Buffer {
  let last = 0;
  const parts = fields.map(({ id, type, bytes }) => {
    const head = Buffer.from([((id - last) << 4) | type]);
    last = id;
    return Buffer.concat([head, bytes]);
  });
  return Buffer.concat([...parts, Buffer.from([0])]);
}

export function compactText(text: string): Buffer {
  const bytes = Buffer.from(text);
  return Buffer.concat([Buffer.from(varint(BigInt(bytes.length))), bytes]);
}

export function compactInteger(value: number): Buffer {
  return Buffer.from(varint(zigzag(BigInt(value))));
}

/** Seven bits a byte, the lowest first, the top bit set while more follow. */
export function varint(value: bigint): readonly number[] {
  const bytes: number[] = [];
  let rest = value;
  while (rest >= 0x80n) {
    bytes.push(Number(rest & 0x7fn) | 0x80);
    rest >>= 7n;
  }
  return [...bytes, Number(rest)];
}

function zigzag(value: bigint): bigint {
  return value >= 0n ? value * 2n : -value * 2n - 1n;
}
