import { readRunReport } from '../../app/reports/read-run-report.ts';
import type { HandlersOf } from '../handler.ts';

export const runReportHandlers: HandlersOf<'get_run_report'> = {
  async get_run_report({ ctx, caller, params, query: { format } }) {
    const { contentType, fileName, body } = await readRunReport(ctx, caller, { ...params, format });
    return { status: 200, body, headers: { contentType, fileName } };
  },
};
