import { AppError } from '../../domain/app-error.ts';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import type { ResultStatus } from '../../domain/runs/run.ts';
import { getResult, listResults, type ResultRecord } from '../../storage/queries/results.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';
import type { Caller } from '../caller.ts';
import type { AppContext } from '../context.ts';
import { type Page, type PageRequest, readPage } from '../paging.ts';
import { requireRun } from './read-runs.ts';

export interface ResultsRequest extends PageRequest {
  readonly runUuid: string;
  readonly status: ResultStatus | null;
  readonly datasetPairUuid: string | null;
  readonly functionCode: FunctionCode | null;
  readonly order: 'severity' | 'run';
}

export async function readResults(
  ctx: AppContext,
  caller: Caller,
  request: ResultsRequest,
): Promise<Page<ResultRecord>> {
  const { orgUuid } = caller;
  const { runUuid, status, datasetPairUuid, functionCode, order } = request;
  return readPage(
    ctx,
    { list: 'results', orgUuid, runUuid, status, datasetPairUuid, functionCode, order },
    request,
    (limit, after) =>
      ctx.storage.withTenant(orgUuid, async (tx) => {
        await requireRun(tx, runUuid);
        return listResults(tx, {
          runUuid,
          order,
          limit,
          after: after && { severity: Number(after[0]), ordinal: Number(after[1]) },
          ...(status !== null && { status }),
          ...(datasetPairUuid !== null && { datasetPairUuid }),
          ...(functionCode !== null && { functionCode }),
        });
      }),
    ({ severity, ordinal }) => [severity, ordinal],
  );
}

export async function readResult(
  ctx: AppContext,
  caller: Caller,
  input: { readonly runUuid: string; readonly resultUuid: string },
): Promise<ResultRecord> {
  return ctx.storage.withTenant(caller.orgUuid, (tx) => requireResult(tx, input));
}

export async function requireResult(
  tx: TenantTx,
  input: { readonly runUuid: string; readonly resultUuid: string },
): Promise<ResultRecord> {
  const result = await getResult(tx, input);
  if (result !== undefined) return result;
  throw new AppError('not_found', {
    detail: `No result ${input.resultUuid} of the Run ${input.runUuid} exists in this Organization.`,
  });
}
