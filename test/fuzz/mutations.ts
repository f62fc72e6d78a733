import fc from 'fast-check';

/** One change of a text of bytes, at a place between its start (0) and its end (1). */
export interface ByteEdit {
  readonly kind: 'flip' | 'set' | 'insert' | 'delete' | 'repeat' | 'move' | 'cut';
  readonly at: number;
  readonly bytes: Uint8Array;
  readonly length: number;
}

const place = fc.double({ min: 0, max: 1, noNaN: true });

/** What parsers go wrong at: ends of ranges, signs, quotes, line ends, half characters. */
const troubling = [
  '\0',
  '\r',
  '\n',
  '\r\n',
  '"',
  '""',
  "'",
  '\\',
  ',',
  ';',
  '\t',
  '{',
  '}',
  '[',
  ']',
  ':',
  'null',
  'NaN',
  '-0',
  '1e999',
  '9223372036854775808',
  '0.1',
  '\u2028',
  '\ufeff',
  '😀',
  'é',
].map((text) => Buffer.from(text));

const inserted = fc.oneof(
  fc.constantFrom(...troubling),
  fc.uint8Array({ minLength: 1, maxLength: 8 }),
  fc.constantFrom(Buffer.from([0xff]), Buffer.from([0xc3]), Buffer.from([0xff, 0xff, 0xff, 0x7f])),
);

export const byteEdits: fc.Arbitrary<readonly ByteEdit[]> = fc.array(
  fc.record({
    kind: fc.constantFrom('flip', 'set', 'insert', 'delete', 'repeat', 'move', 'cut'),
    at: place,
    bytes: inserted,
    length: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 200 })),
  }),
  { minLength: 1, maxLength: 6 },
);

export function editBytes(original: Uint8Array, edits: readonly ByteEdit[]): Buffer {
  return edits.reduce(editOnce, Buffer.from(original));
}

function editOnce(text: Buffer, { kind, at, bytes, length }: ByteEdit): Buffer {
  const start = Math.floor(at * text.length);
  const [before, after] = [text.subarray(0, start), text.subarray(start)];
  const touched = after.subarray(0, length);
  switch (kind) {
    case 'flip': {
      const flipped = Buffer.from(text);
      if (start < flipped.length) flipped[start] = (flipped[start] ?? 0) ^ (1 << (length % 8));
      return flipped;
    }
    case 'set':
      return Buffer.concat([before, bytes, after.subarray(bytes.length)]);
    case 'insert':
      return Buffer.concat([before, bytes, after]);
    case 'delete':
      return Buffer.concat([before, after.subarray(length)]);
    case 'repeat':
      return Buffer.concat([before, touched, after]);
    case 'move':
      return Buffer.concat([touched, before, after.subarray(length)]);
    case 'cut':
      return Buffer.from(before);
  }
}

/** One change of a JSON value, at its `at`-th part counted over all depths. */
export interface JsonEdit {
  readonly kind: 'replace' | 'remove' | 'add' | 'wrap' | 'repeat';
  readonly at: number;
  readonly value: unknown;
  readonly name: string;
}

/** What a reader of requests may have forgotten. */
const strangeValues = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    0,
    -1,
    -0.5,
    1e308,
    Number.MAX_SAFE_INTEGER,
    2 ** 53,
    '',
    ' ',
    '\0',
    '\ud800',
    '__proto__',
    "'; DROP TABLE plumbline.work; --",
    '😀'.repeat(40),
    'x'.repeat(5_000),
    '00000000-0000-0000-0000-000000000000',
    '2024-02-30',
    '99999999999999999999999999999999999999999',
    [],
    {},
  ),
  fc.jsonValue({ maxDepth: 3 }),
);

/** `names` are members that the value may have: what is added or repeated bears one of them as often as not. */
export function jsonEdits(names: readonly string[]): fc.Arbitrary<readonly JsonEdit[]> {
  return fc.array(
    fc.record({
      kind: fc.constantFrom('replace', 'remove', 'add', 'wrap', 'repeat'),
      at: place,
      value: strangeValues,
      name: fc.oneof(fc.constantFrom(...names), fc.constantFrom('__proto__', 'constructor', ''), fc.string()),
    }),
    { minLength: 1, maxLength: 5 },
  );
}

/** Undefined where nothing is left. */
export function editJson(original: unknown, edits: readonly JsonEdit[]): unknown {
  return edits.reduce<unknown>((value, edit) => {
    const chosen = Math.floor(edit.at * partsOf(value));
    const edited = editPart(value, edit, { left: chosen });
    return edited === removed ? undefined : edited;
  }, original);
}

function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce((sum: number, part) => sum + partsOf(part), 1);
}

const removed = Symbol('removed');

/** `counter.left` parts are passed by before the one that changes. */
function editPart(value: unknown, edit: JsonEdit, counter: { left: number }): unknown {
  if (counter.left === 0) {
    counter.left = -1;
    return changed(value, edit);
  }
  counter.left -= 1;
  if (typeof value !== 'object' || value === null || counter.left < 0) return value;
  if (Array.isArray(value)) {
    return value.flatMap((part) => {
      const next = editPart(part, edit, counter);
      return next === removed ? [] : [next];
    });
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const next = editPart(part, edit, counter);
      return next === removed ? [] : [[name, next]];
    }),
  );
}

function changed(value: unknown, { kind, value: strange, name }: JsonEdit): unknown {
  switch (kind) {
    case 'replace':
      return strange;
    case 'remove':
      return removed;
    case 'add':
      if (Array.isArray(value)) return [...value, strange];
      return typeof value === 'object' && value !== null ? { ...value, [name]: strange } : strange;
    case 'wrap':
      return name === '' ? [value] : { [name]: value };
    case 'repeat':
      return Array.isArray(value) ? [...value, ...value] : [value, value];
  }
}
