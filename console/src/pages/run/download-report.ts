import type { Body } from '../../api/queries.ts';
import { saveFile } from '../../api/save-file.ts';
import { call } from '../../api/service.ts';
import { sayProblem } from '../../components/say-problem.tsx';
import { openDocument } from '../../session/blank-window.ts';

type Run = Body<'get_run'>;

export const reportFormats = [
  { format: 'html', label: 'A page to show around', type: 'text/html', ending: 'html' },
  { format: 'markdown', label: 'Markdown, for a comment', type: 'text/markdown', ending: 'md' },
  { format: 'junit', label: 'JUnit, for a CI server', type: 'application/xml', ending: 'xml' },
  { format: 'csv', label: 'CSV, for a table', type: 'text/csv', ending: 'csv' },
] as const;

type ReportFormat = (typeof reportFormats)[number];

export async function downloadReport({ runUuid, name }: Run, wanted: ReportFormat): Promise<void> {
  await orSay(async () => {
    const text = await reportText(runUuid, wanted.format);
    saveFile(`${name.replaceAll(/[^\w.-]+/g, '-')}.${wanted.ending}`, wanted.type, text);
  });
}

/** The page of the report, in a window of its own. */
export async function openReport({ runUuid }: Run): Promise<void> {
  await orSay(() => openDocument(() => reportText(runUuid, 'html')));
}

/** A report comes as a file, so as bytes; all of its formats are text. */
async function reportText(runUuid: string, format: ReportFormat['format']): Promise<string> {
  const { body } = await call('get_run_report', { params: { runUuid }, query: { format } });
  const content: unknown = body;
  return content instanceof Uint8Array ? new TextDecoder().decode(content) : String(content);
}

async function orSay(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    sayProblem(error);
  }
}
