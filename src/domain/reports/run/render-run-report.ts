import { renderCsv } from './csv.ts';
import { renderHtml } from './html.ts';
import { renderJunit } from './junit.ts';
import { renderMarkdown } from './markdown.ts';
import type { ReportedRun, ResultStream } from './run-report.ts';

export const runReportFormats = ['html', 'markdown', 'junit', 'csv'] as const;
export type RunReportFormat = (typeof runReportFormats)[number];

interface RunReportKind {
  readonly contentType: string;
  readonly extension: string;
  /** For people the worst comes first; for machines the order of the Run, pair by pair. */
  readonly order: 'severity' | 'run';
  readonly render: (run: ReportedRun, results: ResultStream) => AsyncGenerator<string>;
}

export const runReports: Readonly<Record<RunReportFormat, RunReportKind>> = {
  html: { contentType: 'text/html', extension: 'html', order: 'severity', render: renderHtml },
  markdown: { contentType: 'text/markdown', extension: 'md', order: 'severity', render: renderMarkdown },
  junit: { contentType: 'application/xml', extension: 'xml', order: 'run', render: renderJunit },
  csv: { contentType: 'text/csv', extension: 'csv', order: 'run', render: renderCsv },
};
