import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { csvField, RecordEnds } from './csv-records.ts';

const ends: readonly (readonly [text: string, end: number])[] = [
  ['', 0],
  ['a,b', 0],
  ['a\n', 2],
  ['a\nb', 2],
  ['a\nb\nc', 4],
  ['"a\nb"', 0],
  ['"a\nb"\n', 6],
  ['x\n"a\nb', 2],
  ['"a""\n"\nx', 7],
  ['\n', 1],
  ['"\n', 0],
];
for (const [text, end] of ends) {
  test(`${JSON.stringify(text)} ends its last record at ${end}`, () => {
    assert.equal(new RecordEnds().take(Buffer.from(text)), end);
  });
}

test('however the bytes are cut, every end is one that a reader of characters finds', () => {
  const field = fc.option(fc.string({ unit: fc.constantFrom('a', '"', '\n', ',', 'é') }), { nil: null });
  fc.assert(
    fc.property(
      fc.array(fc.array(field, { minLength: 2, maxLength: 3 })),
      fc.array(fc.nat(20)),
      (rows, cuts) => {
        const lines = rows.map((row) => Buffer.from(`${row.map(csvField).join(',')}\n`));
        const whole = Buffer.concat(lines);
        const expected = new Set<number>();
        lines.reduce((at, line) => {
          expected.add(at + line.length);
          return at + line.length;
        }, 0);
        const records = new RecordEnds();
        let start = 0;
        let last = 0;
        for (const length of [...cuts, whole.length]) {
          const end = records.take(whole.subarray(start, start + length));
          const latest = Math.max(0, ...[...expected].filter((at) => at <= start + length));
          if (end > 0) last = start + end;
          assert.equal(last, latest > start ? latest : last);
          start = Math.min(whole.length, start + length);
        }
        assert.equal(last, whole.length);
      },
    ),
  );
});
