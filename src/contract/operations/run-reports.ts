import type { Readable } from 'node:stream';
import Type from 'typebox';
import { runReportFormats, runReports } from '../../domain/reports/run/render-run-report.ts';
import { anyToken, operation } from '../operation.ts';
import { Uuid } from '../schema.ts';

/** A stream where it is sent, bytes where it was received. */
const ReportFile = Type.Unsafe<Readable | Uint8Array>(Type.String({ description: 'The report, in UTF-8.' }));

export const getRunReport = operation({
  operationId: 'get_run_report',
  method: 'GET',
  path: '/api/v1/runs/{runUuid}/report',
  summary: 'Report a Run',
  description:
    'The outcome of a finished Run as a file: a page for people (`html`), a comment on a change (`markdown`), test results for a CI server (`junit`), or a table (`csv`). With what changed since the Run before of the same scope. No value of a row is in it.',
  tag: 'Runs',
  minimumRole: 'SVC.APIReader',
  tokenSchemes: anyToken,
  sideEffects: ['none'],
  dataClassification: 'metadata',
  safety: 'none',
  params: Type.Object({ runUuid: Uuid }),
  query: Type.Object({
    format: Type.Optional(
      Type.Enum([...runReportFormats], { default: 'html', description: 'What to write the report as.' }),
    ),
  }),
  responses: {
    200: {
      description: 'The report.',
      schema: ReportFile,
      contentType: runReportFormats.map((format) => runReports[format].contentType),
    },
  },
  problems: ['not_found', 'run_not_finished'],
});
