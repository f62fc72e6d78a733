import type { BySide } from '../comparison/by-side.ts';
import { fromEachSide } from '../comparison/by-side.ts';
import { asSaved } from './asked-test.ts';
import { examineTest } from './examine-test.ts';
import type { SpecifiedDataset } from './specified-dataset.ts';
import type { FitReason, TestDefinition, TestFault, TestFit } from './validation-test.ts';

/** Whether a saved test can be run on its datasets as they are prepared now; null is one that is not prepared. */
export function fitOfTest(datasets: BySide<SpecifiedDataset | null>, definition: TestDefinition): TestFit {
  const { source, target } = datasets;
  if (source === null || target === null) return { state: 'outdated', reasons: unprepared(datasets) };
  const examined = examineTest({ source, target }, asSaved(definition));
  if (examined.ok) return { state: 'fits', reasons: [] };
  const { faults } = examined;
  const isOutdated = faults.every(({ code }) => code === 'binding_outdated');
  return { state: isOutdated ? 'outdated' : 'invalid', reasons: reasonsOf(faults) };
}

/** A test of a thousand fields whose table was replaced would have as many. */
const mostReasons = 100;

export function reasonsOf(faults: readonly TestFault[]): readonly FitReason[] {
  return faults.slice(0, mostReasons).map(({ code, side, detail }) => ({ code, side, detail }));
}

function unprepared(datasets: BySide<SpecifiedDataset | null>): readonly FitReason[] {
  return fromEachSide(datasets, (dataset, _peer, side) => {
    if (dataset !== null) return [];
    const detail = `The ${side} dataset is not prepared. Wait for its preparation, or see why it failed and retry it.`;
    return [{ code: 'dataset_not_prepared', side, detail }];
  });
}
