import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { choose, codes, inputSide, resolve } from './testing/resolution-inputs.ts';

describe('numbers', () => {
  test('exact numbers compare exactly, with room for both, and bind nothing', () => {
    const answer = resolve('long', 'decimal(10,2)');
    assert.deepEqual(answer.comparisonType, {
      kind: 'exactNumeric',
      precision: 21,
      scale: 2,
      carrier: 'decimal',
    });
    assert.equal(answer.source.binding.transform, 'none');
    assert.deepEqual(answer.diagnostics, []);
  });

  test('beyond 38 digits they are carried as digits', () => {
    assert.deepEqual(resolve('decimal(38,0)', 'decimal(38,1)').comparisonType, {
      kind: 'exactNumeric',
      precision: 39,
      scale: 1,
      carrier: 'digits',
    });
    assert.deepEqual(resolve('decimal(38,38)', 'decimal(38,38)').comparisonType, {
      kind: 'exactNumeric',
      precision: 38,
      scale: 38,
      carrier: 'decimal',
    });
  });

  test('an exact number beside a double is compared as a double, and it is said', () => {
    const answer = resolve('decimal(10,2)', 'double');
    assert.deepEqual(answer.comparisonType, { kind: 'double' });
    assert.equal(answer.source.binding.transform, 'to_double');
    assert.deepEqual(codes(answer), ['compared_as_double']);
    assert.equal(answer.diagnostics[0]?.side, 'source');
  });

  test('a double is no join key unless as text', () => {
    const answer = resolve('double', 'long', { surface: 'joinKey' });
    assert.equal(answer.status, 'selectionRequired');
    assert.deepEqual(
      answer.choices.map(({ choiceId }) => choiceId),
      ['asText'],
    );
    const chosen = resolve('double', 'long', {
      surface: 'joinKey',
      selection: { choiceId: 'asText', format: '' },
    });
    assert.deepEqual(chosen.comparisonType, { kind: 'text' });
    assert.equal(chosen.target.binding.transform, 'to_string');
    for (const peer of ['string', 'boolean', 'date', 'timestamp(6) zoned']) {
      const mixed = resolve(peer, 'double', { surface: 'joinKey' });
      assert.deepEqual(
        mixed.choices.map(({ choiceId }) => choiceId),
        ['asText'],
        peer,
      );
      assert.deepEqual(codes(mixed), ['double_join_key', 'selection_required']);
    }
    assert.deepEqual(codes(resolve('list<double>', 'list<double>', { surface: 'joinKey' })), [
      'double_join_key',
    ]);
  });

  test('text is read as the number beside it', () => {
    const answer = choose('string', 'decimal(10,2)', 'asPeerNumeric');
    assert.deepEqual(answer.source.binding, { transform: 'to_peer_numeric', format: '' });
    assert.deepEqual(answer.comparisonType, {
      kind: 'exactNumeric',
      precision: 10,
      scale: 2,
      carrier: 'decimal',
    });
    assert.equal(answer.choices[0]?.lossy, true);
  });

  test('true is 1 whatever the decimal beside it can hold', () => {
    assert.deepEqual(choose('boolean', 'decimal(2,2)', 'asPeerNumeric').comparisonType, {
      kind: 'exactNumeric',
      precision: 3,
      scale: 2,
      carrier: 'decimal',
    });
  });

  test('a boolean and a number as text never agree, and it is said', () => {
    assert.ok(codes(choose('boolean', 'long', 'asText')).includes('texts_never_equal'));
    assert.ok(!codes(choose('boolean', 'string', 'asText')).includes('texts_never_equal'));
  });
});

describe('dates and times', () => {
  test('the lower precision wins, on the finer side by cutting', () => {
    const answer = resolve('timestamp(9) zoned', 'timestamp(3) zoned');
    assert.deepEqual(answer.comparisonType, {
      kind: 'timestamp',
      precision: 3,
      clock: 'instant',
      zone: null,
      sourceZone: null,
      targetZone: null,
    });
    assert.deepEqual(codes(answer), ['precision_lowered']);
    assert.equal(answer.diagnostics[0]?.side, 'source');
    assert.deepEqual(resolve('time(6)', 'time(0)').comparisonType, { kind: 'time', precision: 0 });
  });

  test('a date is the midnight of a timestamp, at any precision', () => {
    const answer = resolve('date', 'timestamp(6) naive');
    assert.equal(answer.source.binding.transform, 'to_timestamp');
    assert.deepEqual(codes(answer), ['date_as_midnight']);
    assert.equal(answer.comparisonType?.kind === 'timestamp' && answer.comparisonType.precision, 6);
  });

  test('naive beside zoned is read in the declared zone, or UTC with a warning', () => {
    const zoned = inputSide('timestamp(6) zoned');
    const declared = resolve('timestamp(6) naive', 'timestamp(6) zoned', {
      source: inputSide('timestamp(6) naive', { declaredZone: 'Europe/Berlin' }),
      target: zoned,
    });
    assert.deepEqual(declared.comparisonType, {
      kind: 'timestamp',
      precision: 6,
      clock: 'wall',
      zone: 'Europe/Berlin',
      sourceZone: 'Europe/Berlin',
      targetZone: null,
    });
    assert.deepEqual(codes(declared), ['zone_applied']);
    const assumed = resolve('timestamp(6) naive', 'timestamp(6) zoned');
    assert.equal(assumed.comparisonType?.kind === 'timestamp' && assumed.comparisonType.zone, 'UTC');
    assert.deepEqual(codes(assumed), ['zone_assumed']);
    assert.equal(assumed.diagnostics[0]?.severity, 'warning');
  });

  test('the zone of a zoned side does not matter', () => {
    const answer = resolve('timestamp(6) naive', 'timestamp(6) zoned', {
      target: inputSide('timestamp(6) zoned', { declaredZone: 'Asia/Tokyo' }),
    });
    assert.deepEqual(codes(answer), ['zone_assumed']);
  });

  test('two naive sides compare as written, unless their zones differ', () => {
    const between = (one: string | null, other: string | null) => {
      const answer = resolve('timestamp(0) naive', 'timestamp(0) naive', {
        source: inputSide('timestamp(0) naive', { declaredZone: one }),
        target: inputSide('timestamp(0) naive', { declaredZone: other }),
      });
      return [answer.comparisonType?.kind === 'timestamp' && answer.comparisonType.zone, codes(answer)];
    };
    assert.deepEqual(between(null, null), [null, []]);
    assert.deepEqual(between('Asia/Tokyo', null), [null, []]);
    assert.deepEqual(between('UTC', 'Etc/UTC'), [null, []]);
    assert.deepEqual(between('Asia/Tokyo', 'Asia/Tokyo'), [null, []]);
    assert.deepEqual(between('UTC', 'Asia/Tokyo'), ['Asia/Tokyo', ['zones_differ']]);
    assert.deepEqual(between('Europe/Berlin', 'Asia/Tokyo'), ['Asia/Tokyo', ['zones_differ']]);
  });

  test('a format decides what the text holds, and so the comparison', () => {
    const asDate = choose('string', 'timestamp(6) naive', 'asPeerDateTime', 'yyyy-MM-dd');
    assert.deepEqual(asDate.source.binding, { transform: 'to_date', format: 'yyyy-MM-dd' });
    assert.equal(asDate.comparisonType?.kind, 'timestamp');
    const asTimestamp = choose('string', 'date', 'asPeerDateTime', 'yyyy-MM-dd HH:mm:ss.SSS');
    assert.equal(asTimestamp.source.binding.transform, 'to_timestamp');
    assert.equal(asTimestamp.target.binding.transform, 'to_timestamp');
    assert.equal(asTimestamp.comparisonType?.kind === 'timestamp' && asTimestamp.comparisonType.precision, 3);
    assert.equal(choose('date', 'string', 'asPeerDateTime', 'yyyyMMdd').comparisonType?.kind, 'date');
    assert.equal(choose('string', 'time(3)', 'asPeerDateTime', 'hh:mm a').comparisonType?.kind, 'time');
  });

  test('an epoch is an instant, as fine as its unit and fraction', () => {
    const precision = (source: string, format: string) => {
      const { comparisonType } = choose(source, 'timestamp(9) zoned', 'asPeerDateTime', format);
      assert.equal(comparisonType?.kind === 'timestamp' && comparisonType.clock, 'instant');
      return comparisonType?.kind === 'timestamp' && comparisonType.precision;
    };
    assert.equal(precision('long', 'epoch_s'), 0);
    assert.equal(precision('long', 'epoch_us'), 6);
    assert.equal(precision('decimal(20,6)', 'epoch_s'), 6);
    assert.equal(precision('decimal(38,12)', 'epoch_ms'), 9);
    assert.equal(precision('double', 'epoch_s'), 6);
    assert.equal(precision('string', 'epoch_ms'), 3);
  });

  test('a format that does not suit is refused with its reason', () => {
    const refused = (source: string, target: string, format: string) => {
      const answer = choose(source, target, 'asPeerDateTime', format);
      assert.equal(answer.status, 'selectionRequired');
      assert.equal(answer.selectedChoiceId, 'asPeerDateTime');
      return codes(answer);
    };
    assert.deepEqual(refused('string', 'date', ''), ['format_required']);
    assert.deepEqual(refused('string', 'date', 'hex'), ['format_unsuitable']);
    assert.deepEqual(refused('string', 'date', 'HH:mm'), ['format_unsuitable']);
    assert.deepEqual(refused('string', 'time(0)', 'yyyy-MM-dd'), ['format_unsuitable']);
    assert.deepEqual(refused('string', 'time(0)', 'epoch_s'), ['format_unsuitable']);
    assert.deepEqual(refused('long', 'date', 'yyyy-MM-dd'), ['format_unsuitable']);
    assert.deepEqual(refused('long', 'date', 'ddMMyyyy'), ['format_unsuitable']);
    assert.deepEqual(refused('decimal(10,2)', 'date', 'yyyyMMdd'), ['format_unsuitable']);
    const invalid = choose('string', 'date', 'asPeerDateTime', 'yyyy-QQ');
    assert.deepEqual(codes(invalid), ['format_invalid']);
    assert.match(invalid.diagnostics[0]?.detail ?? '', /position 5/);
    assert.equal(invalid.diagnostics[0]?.side, 'source');
  });
});

describe('text, uuid, binary and json', () => {
  test('a UUID beside text, and JSON beside text, need no choice', () => {
    assert.deepEqual(resolve('uuid', 'string').comparisonType, { kind: 'uuid' });
    assert.deepEqual(codes(resolve('uuid', 'string')), ['read_as_uuid']);
    assert.deepEqual(resolve('string', 'json').comparisonType, { kind: 'json' });
    assert.equal(resolve('string', 'json').source.binding.transform, 'none');
  });

  test('bytes beside text say their encoding, and both sides are brought to it', () => {
    assert.deepEqual(codes(choose('binary', 'string', 'asText')), ['format_required', 'format_required']);
    assert.deepEqual(codes(choose('binary', 'string', 'asText', 'yyyy')), [
      'format_invalid',
      'format_invalid',
    ]);
    assert.deepEqual(codes(choose('binary', 'string', 'asText', 'epoch_s')), [
      'format_unsuitable',
      'format_unsuitable',
    ]);
    const answer = choose('binary', 'string', 'asText', 'hex');
    assert.equal(answer.status, 'resolved');
    assert.deepEqual(answer.source.binding, { transform: 'to_string', format: 'hex' });
    assert.deepEqual(answer.target.binding, { transform: 'to_string', format: 'hex' });
  });

  test('a format where none is taken is refused', () => {
    assert.ok(codes(choose('string', 'long', 'asText', 'hex')).includes('format_not_applicable'));
    assert.ok(codes(choose('string', 'long', 'asPeerNumeric', 'hex')).includes('format_not_applicable'));
  });
});

describe('containers', () => {
  test('compare part by part, the order of fields aside', () => {
    const answer = resolve(
      'list<struct<b date, a long>>',
      'list<struct<a decimal(4,2), b timestamp(0) naive>>',
    );
    assert.equal(answer.status, 'resolved');
    assert.deepEqual(answer.comparisonType, {
      kind: 'list',
      element: {
        kind: 'struct',
        fields: [
          { name: 'a', type: { kind: 'exactNumeric', precision: 21, scale: 2, carrier: 'decimal' } },
          {
            name: 'b',
            type: {
              kind: 'timestamp',
              precision: 0,
              clock: 'wall',
              zone: null,
              sourceZone: null,
              targetZone: null,
            },
          },
        ],
      },
    });
    assert.equal(answer.source.binding.transform, 'none');
    assert.match(answer.diagnostics[0]?.detail ?? '', /^In `\[\]\.b`: /);
  });

  test('another shape is incompatible, and the place is named', () => {
    assert.deepEqual(codes(resolve('struct<a long, b date>', 'struct<a long, c date>')), [
      'shapes_differ',
      'shapes_differ',
    ]);
    assert.deepEqual(codes(resolve('struct<a long>', 'struct<A long>')).length, 2);
    const inner = resolve('map<string, list<long>>', 'map<string, list<string>>');
    assert.deepEqual(codes(inner), ['element_needs_choice']);
    assert.match(inner.diagnostics[0]?.detail ?? '', /^In `\[\]\.value\[\]`: long and string/);
    assert.deepEqual(codes(resolve('list<unknown>', 'list<long>')), ['type_unknown']);
    assert.deepEqual(codes(resolve('list<long>', 'map<long, long>')), ['types_incompatible']);
    assert.deepEqual(codes(resolve('json', 'struct<a long>')), ['types_incompatible']);
  });
});
