import { AppError } from '../../domain/app-error.ts';
import { pairsKey, pairsLabel } from '../../domain/runs/name-run.ts';
import { maxTestsOfRun } from '../../domain/runs/run.ts';
import type { NewRun } from '../../storage/queries/runs.ts';
import {
  findPairNames,
  listRunnableTests,
  type RunnableTest,
  type TestSelection,
} from '../../storage/queries/runs-tests.ts';
import type { TenantTx } from '../../storage/tenant-tx.ts';

/** Which tests a caller asks to run. */
export type AskedScope =
  | { readonly kind: 'all' }
  | { readonly kind: 'dataset_pair'; readonly datasetPairUuid: string }
  | { readonly kind: 'dataset_pairs'; readonly datasetPairUuids: readonly string[] }
  | { readonly kind: 'validation_test'; readonly validationTestUuid: string };

/** All that makes a Run. */
export interface PlannedRun
  extends Pick<
    NewRun,
    'scope' | 'scopeKey' | 'scopeLabel' | 'functionCode' | 'validationTestUuid' | 'retryOf'
  > {
  /** Null: made of the scope and the time. */
  readonly name: string | null;
  readonly tests: readonly RunnableTest[];
}

/** The Run that a caller asks for. */
export async function planRun(
  tx: TenantTx,
  { scope: asked, name }: { readonly scope: AskedScope; readonly name: string | null },
): Promise<PlannedRun> {
  const common = { name, retryOf: null, functionCode: null, validationTestUuid: null };
  switch (asked.kind) {
    case 'all': {
      const tests = await testsOf(tx, { active: 'all' });
      return { scope: 'all', scopeKey: 'all', scopeLabel: 'All active tests', ...common, tests };
    }
    case 'dataset_pair':
    case 'dataset_pairs': {
      const isOne = asked.kind === 'dataset_pair';
      const uuids = isOne ? [asked.datasetPairUuid] : [...new Set(asked.datasetPairUuids)];
      const names = await namesOfPairs(tx, uuids);
      const scopeKey = isOne ? `pair:${asked.datasetPairUuid}` : pairsKey(uuids);
      const tests = await testsOf(tx, { active: uuids });
      return { scope: asked.kind, scopeKey, scopeLabel: pairsLabel(names), ...common, tests };
    }
    case 'validation_test': {
      const { validationTestUuid } = asked;
      const tests = await testsOf(tx, { validationTestUuids: [validationTestUuid] });
      const [test] = tests;
      if (test === undefined) throw missing('validation test', validationTestUuid);
      return {
        ...common,
        scope: asked.kind,
        scopeKey: `test:${validationTestUuid}`,
        scopeLabel: test.name,
        functionCode: test.functionCode,
        validationTestUuid,
        tests,
      };
    }
  }
}

/** One more than a Run may have tells that there are too many. */
export async function testsOf(tx: TenantTx, selection: TestSelection): Promise<readonly RunnableTest[]> {
  return await listRunnableTests(tx, { selection, limit: maxTestsOfRun + 1 });
}

async function namesOfPairs(tx: TenantTx, uuids: readonly string[]): Promise<readonly string[]> {
  const found = new Map(
    (await findPairNames(tx, uuids)).map(({ datasetPairUuid, name }) => [datasetPairUuid, name]),
  );
  return uuids.map((uuid) => {
    const name = found.get(uuid);
    if (name === undefined) throw missing('dataset pair', uuid);
    return name;
  });
}

function missing(what: string, uuid: string): AppError {
  return new AppError('not_found', { detail: `No ${what} ${uuid} exists in this Organization.` });
}
