import { notifications } from '@mantine/notifications';
import type { Body } from '../../api/queries.ts';
import { saveFile } from '../../api/save-file.ts';
import { call } from '../../api/service.ts';
import { problemWords } from '../../components/problem.tsx';

export const reportFormats = [
  { format: 'html', label: 'A page to show around', type: 'text/html', ending: 'html' },
  { format: 'markdown', label: 'Markdown, for a comment', type: 'text/markdown', ending: 'md' },
  { format: 'junit', label: 'JUnit, for a CI server', type: 'application/xml', ending: 'xml' },
  { format: 'csv', label: 'CSV, for a table', type: 'text/csv', ending: 'csv' },
] as const;

type Format = (typeof reportFormats)[number]['format'];

export async function downloadReport({ runUuid, name }: Body<'get_run'>, format: Format): Promise<void> {
  const kind = reportFormats.find((known) => known.format === format);
  if (kind === undefined) return;
  try {
    const { body } = await call('get_run_report', { params: { runUuid }, query: { format } });
    const safeName = name.replaceAll(/[^\w.-]+/g, '-');
    saveFile(`${safeName}.${kind.ending}`, kind.type, body as BlobPart);
  } catch (error) {
    const { title, detail } = problemWords(error);
    notifications.show({ color: 'red', title, message: detail });
  }
}
