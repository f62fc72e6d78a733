import type { Readable } from 'node:stream';
import Type from 'typebox';
import { evidenceKinds } from '../../domain/comparison/pair-report.ts';
import { Count, list, nullable, Uuid, V1 } from '../schema.ts';
import { V1Operation } from './operations.ts';

export const EvidenceKindName = Type.Enum([...evidenceKinds], {
  description:
    '`different`: matched rows that differ. `onlyInSource`, `onlyInTarget`: rows or values that one side lacks. `value`: what MIN or MAX came to.',
});

const Cell = nullable(Type.String({ maxLength: 8_192 }));

const V1EvidenceField = V1('V1EvidenceField', 'A field by its path on either side.', {
  source: Type.String({ maxLength: 2_048 }),
  target: Type.String({ maxLength: 2_048 }),
});

const V1EvidenceCell = V1('V1EvidenceCell', 'A field of a row on either side, as text.', {
  source: Cell,
  target: Cell,
  differs: Type.Boolean({ description: 'Whether this field is one that differs.' }),
});

const V1EvidenceRow = V1('V1EvidenceRow', 'A difference.', {
  kind: EvidenceKindName,
  key: list(Cell, { maxItems: 5_000 }),
  cells: list(V1EvidenceCell, { maxItems: 5_000 }),
  sourceRows: { ...Count, description: 'How many equal rows of the source it stands for; 0 for none.' },
  targetRows: { ...Count, description: 'How many equal rows of the target it stands for; 0 for none.' },
});

export const V1EvidencePage = V1('V1EvidencePage', 'One page of differing rows.', {
  keys: list(V1EvidenceField, { maxItems: 5_000 }),
  fields: list(V1EvidenceField, { maxItems: 5_000 }),
  items: list(V1EvidenceRow, { maxItems: 100 }),
  nextCursor: nullable(
    Type.String({ maxLength: 2048, description: 'Pass it as `cursor` to read the next page.' }),
  ),
});

/** Bytes: a stream where they are sent, an array where they were received. */
export const EvidenceFile = Type.Unsafe<Readable | Uint8Array>(
  Type.String({ format: 'binary', description: 'The file.' }),
);

export const V1EvidenceDeletion = V1('V1EvidenceDeletion', 'The evidence of a Run is being deleted.', {
  runUuid: Uuid,
  operations: list(V1Operation, {
    maxItems: 10_000,
  }),
});
