import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hasDuplicateMember } from './has-duplicate-member.ts';

test('a name that comes twice in the object itself is found, also when spelt with escapes', () => {
  assert.equal(hasDuplicateMember('{"aud":"a","aud":"b"}'), true);
  assert.equal(hasDuplicateMember('{"aud":"a","x":{},"a\\u0075d":"b"}'), true);
  assert.equal(hasDuplicateMember('{ "a" : [ {"b":1} ] , "a" : 2 }'), true);
});

test('the same name deeper, or as a value, is none', () => {
  assert.equal(hasDuplicateMember('{"a":{"a":1},"b":["a","a"],"c":"\\"a\\":1,\\"a\\":2"}'), false);
  assert.equal(hasDuplicateMember('{}'), false);
});

test('whatever an object holds, adding one of its names again is found and nothing else is', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1, maxKeys: 5 }), (object) => {
      const json = JSON.stringify(object);
      const [name] = Object.keys(object);
      assert.equal(hasDuplicateMember(json), false);
      assert.equal(hasDuplicateMember(`${json.slice(0, -1)},${JSON.stringify(name)}:null}`), true);
    }),
  );
});
