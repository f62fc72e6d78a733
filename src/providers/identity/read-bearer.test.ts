import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readBearer } from './read-bearer.ts';

describe('the bearer token of a request', () => {
  test('is what follows the scheme, however the scheme is written', () => {
    for (const value of [
      'Bearer abc.def-g_h~+/==',
      'bearer abc.def-g_h~+/==',
      'BEARER   abc.def-g_h~+/== ',
    ]) {
      assert.equal(readBearer([value]), 'abc.def-g_h~+/==');
    }
  });

  test('is missing without a header, or with one of another scheme', () => {
    for (const values of [undefined, [], [''], ['Basic b2w6cA=='], ['abc.def.ghi'], ['Bearerabc']]) {
      assert.throws(() => readBearer(values), { name: 'AppError', code: 'token_missing' }, String(values));
    }
  });

  test('is refused when there are two headers, even equal ones', () => {
    assert.throws(() => readBearer(['Bearer abc', 'Bearer abc']), {
      name: 'AppError',
      code: 'token_invalid',
    });
    assert.throws(() => readBearer(['Bearer abc', 'Basic b2w6cA==']), { code: 'token_invalid' });
  });

  test('is refused when it is empty, two tokens or garbage', () => {
    for (const value of [
      'Bearer',
      'Bearer ',
      'Bearer a b',
      'Bearer a,Bearer b',
      'Bearer "a"',
      'Bearer é',
      'Bearer\ta',
    ]) {
      assert.throws(() => readBearer([value]), { name: 'AppError', code: 'token_invalid' }, value);
    }
  });
});
