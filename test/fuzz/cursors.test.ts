import assert from 'node:assert/strict';
import fc from 'fast-check';
import { createCursorCodec } from '../../src/app/cursor.ts';
import { AppError } from '../../src/domain/app-error.ts';
import { fuzz } from './fuzz.ts';
import { byteEdits, editBytes } from './mutations.ts';

const codec = createCursorCodec('a secret of at least 32 characters for tests');

const bindings = fc.dictionary(
  fc.constantFrom('org', 'operation', 'sortBy', 'direction', 'limit', 'search'),
  fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null)),
);
const positions = fc.array(fc.oneof(fc.string(), fc.integer(), fc.constant(null)), { maxLength: 4 });

/** The position, or null where the cursor was refused. Anything but that refusal is a defect. */
function decoded(binding: Parameters<typeof codec.decode>[0], cursor: string) {
  try {
    return codec.decode(binding, cursor);
  } catch (error) {
    assert.ok(error instanceof AppError && error.code === 'cursor_invalid', String(error));
    return null;
  }
}

fuzz('a cursor is good for its own list and as it was issued, or not at all', {
  share: 0.25,
  cases: fc.tuple(bindings, bindings, positions, byteEdits),
  check([binding, other, position, edits]) {
    const cursor = codec.encode(binding, position);
    assert.deepEqual(decoded(binding, cursor), position);
    const edited = editBytes(Buffer.from(cursor), edits).toString('latin1');
    assert.deepEqual(decoded(binding, edited), edited === cursor ? position : null);
    const isSame =
      JSON.stringify(Object.entries(other).sort()) === JSON.stringify(Object.entries(binding).sort());
    assert.deepEqual(decoded(other, cursor), isSame ? position : null);
  },
});

fuzz('what never was a cursor is refused', {
  share: 0.15,
  cases: fc.tuple(bindings, fc.oneof(fc.string(), fc.base64String(), fc.string({ unit: 'binary' }))),
  check([binding, text]) {
    assert.equal(decoded(binding, text), null);
  },
});
