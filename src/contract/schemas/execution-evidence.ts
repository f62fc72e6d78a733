import Type from 'typebox';
import { relayedTypes } from '../../domain/execution/protocol.ts';
import { list, Uuid, V1 } from '../schema.ts';
import { StorePath } from './execution-runs.ts';

export const V1RelayPart = V1('V1RelayPart', 'A part of the evidence on its way to the reader.', {
  fencingNumber: Type.Integer({
    minimum: 1,
    maximum: Number.MAX_SAFE_INTEGER,
    description: 'That of the lease. What another attempt has begun to send is not gone on with.',
  }),
  part: Type.Integer({ minimum: 0, maximum: 1_000_000, description: 'The first is 0.' }),
  last: Type.Boolean(),
  contentType: Type.Enum([...relayedTypes]),
  data: Type.String({
    maxLength: 1_500_000,
    pattern: '^[A-Za-z0-9+/]*={0,2}$',
    contentEncoding: 'base64',
    description: 'Bytes, as base64; 1 MiB of them at most.',
  }),
});

export const V1RelayAnswer = V1('V1RelayAnswer', 'How the reader took it.', {
  wanted: Type.Boolean({ description: 'Whether the reader is still there and wants more.' }),
});

export const V1EvidenceSweep = V1('V1EvidenceSweep', 'What is in a store.', {
  storeUuid: Uuid,
  folders: list(StorePath, { maxItems: 1000 }),
});

export const V1SweptEvidence = V1('V1SweptEvidence', 'What nothing refers to any more.', {
  unreferenced: list(StorePath, { maxItems: 1000 }),
});
