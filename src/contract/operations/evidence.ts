import Type from 'typebox';
import { anyToken, operation } from '../operation.ts';
import { Cursor, Limit, nullable, Uuid } from '../schema.ts';
import { EvidenceFile, EvidenceKindName, V1EvidenceDeletion, V1EvidencePage } from '../schemas/evidence.ts';

const resultPath = Type.Object({ runUuid: Uuid, resultUuid: Uuid });

const throughTheService =
  'The rows come from the side of the data, through the service and into this answer; the service keeps nothing of them.';

const reading = {
  tag: 'Evidence',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'evidence',
  safety: 'none',
} as const;

/** Why the executor that reads could not. */
const storeProblems = [
  'evidence_too_large',
  'evidence_store_denied',
  'evidence_store_missing',
  'evidence_store_unavailable',
] as const;

export const readEvidence = operation({
  operationId: 'read_evidence',
  method: 'GET',
  path: '/api/v1/runs/{runUuid}/results/{resultUuid}/evidence',
  summary: 'Read differing rows',
  description: `Lists the rows of evidence of a result, with the cells that differ marked. What explains most comes first. Texts of more than 4,000 characters are cut; a download has all of them. ${throughTheService}`,
  ...reading,
  params: resultPath,
  query: Type.Object({
    limit: Limit,
    cursor: Cursor,
    kind: Type.Optional(nullable(EvidenceKindName)),
    field: Type.Optional(
      nullable(
        Type.Integer({
          minimum: 0,
          maximum: 4_999,
          format: 'int32',
          description: 'Only rows that differ in this one of the fields of the test; the first is 0.',
        }),
      ),
    ),
  }),
  responses: { 200: { description: 'One page of rows.', schema: V1EvidencePage } },
  problems: [
    'not_found',
    'cursor_invalid',
    'evidence_gone',
    ...storeProblems,
    'execution_environment_not_ready',
  ],
});

export const downloadEvidence = operation({
  operationId: 'download_evidence',
  method: 'GET',
  path: '/api/v1/runs/{runUuid}/results/{resultUuid}/evidence/download',
  summary: 'Download differing rows',
  description: `Sends all rows of evidence of a result as a file, at most 1 GiB. ${throughTheService}`,
  ...reading,
  params: resultPath,
  query: Type.Object({
    format: Type.Optional(
      Type.Enum(['parquet', 'csv'], { default: 'parquet', description: 'What to write the rows as.' }),
    ),
  }),
  responses: {
    200: {
      description: 'The file.',
      schema: EvidenceFile,
      contentType: ['application/vnd.apache.parquet', 'text/csv'],
    },
  },
  problems: [
    'not_found',
    'evidence_none',
    'evidence_gone',
    ...storeProblems,
    'execution_environment_not_ready',
  ],
});

export const deleteEvidence = operation({
  operationId: 'delete_evidence',
  method: 'DELETE',
  path: '/api/v1/runs/{runUuid}/evidence',
  summary: 'Delete differing rows',
  description:
    'Has the executors delete the rows of evidence of a finished Run. From the answer on nobody can read them; the operations tell when they are gone from the disk. The counts stay.',
  tag: 'Evidence',
  minimumRole: 'SVC.APIContributor',
  tokenSchemes: anyToken,
  sideEffects: ['configurationWrite'],
  dataClassification: 'metadata',
  safety: 'ifMatch',
  params: Type.Object({ runUuid: Uuid }),
  responses: {
    202: {
      description: 'The evidence is being deleted; an operation for each store that holds some of it.',
      schema: V1EvidenceDeletion,
      headers: ['Location', 'Retry-After'],
    },
  },
  problems: ['not_found', 'run_not_finished'],
});
