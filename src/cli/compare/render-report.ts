import type { ComparisonSummary } from '../../executor/one-shot/comparison-summary.ts';
import { buildReport } from './report/build-report.ts';
import { renderHtml } from './report/html.ts';
import { renderJson } from './report/json.ts';
import { renderJunit } from './report/junit.ts';
import { renderMarkdown } from './report/markdown.ts';
import { renderText, type TextOptions } from './report/text.ts';

export const reportFormats = ['text', 'json', 'junit', 'markdown', 'html'] as const;
export type ReportFormat = (typeof reportFormats)[number];

export function renderReport(
  summary: ComparisonSummary,
  format: ReportFormat,
  peakMemoryBytes: number,
  options: TextOptions,
): string {
  if (format === 'json') return renderJson(summary, peakMemoryBytes);
  const report = buildReport(summary, peakMemoryBytes);
  switch (format) {
    case 'text':
      return renderText(report, options);
    case 'markdown':
      return renderMarkdown(report);
    case 'junit':
      return renderJunit(report, summary.durationMs);
    case 'html':
      return renderHtml(report);
  }
}
