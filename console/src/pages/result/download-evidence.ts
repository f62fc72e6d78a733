import { saveFile } from '../../api/save-file.ts';
import { call } from '../../api/service.ts';
import { sayProblem } from '../../components/say-problem.tsx';
import type { Result } from '../../language/results.ts';

const types = { parquet: 'application/vnd.apache.parquet', csv: 'text/csv' } as const;

/** Fetches all rows of evidence of a result and saves them as a file. */
export async function downloadEvidence(
  { runUuid, resultUuid, name }: Result,
  format: keyof typeof types,
): Promise<void> {
  try {
    const { body } = await call('download_evidence', { params: { runUuid, resultUuid }, query: { format } });
    saveFile(
      `${name.replaceAll(/[^\w.-]+/g, '-')}.${format}`,
      types[format],
      body as Uint8Array<ArrayBuffer>,
    );
  } catch (error) {
    sayProblem(error);
  }
}
