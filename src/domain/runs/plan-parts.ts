import { maxTestsOfTask } from '../execution/protocol.ts';

/** Tests of one pair that are compared together. */
export interface PlannedPart<Test> {
  readonly datasetPairUuid: string;
  readonly tests: readonly Test[];
}

/** The work of a Run: pair by pair, since tests of a pair share its scans, and in parts that one task can hold. */
export function planParts<Test extends { readonly datasetPairUuid: string }>(
  tests: readonly Test[],
): readonly PlannedPart<Test>[] {
  const byPair = Map.groupBy(tests, ({ datasetPairUuid }) => datasetPairUuid);
  return [...byPair].flatMap(([datasetPairUuid, ofPair]) => {
    const parts = Array.from({ length: Math.ceil(ofPair.length / maxTestsOfTask) }, (_, part) =>
      ofPair.slice(part * maxTestsOfTask, (part + 1) * maxTestsOfTask),
    );
    return parts.map((each) => ({ datasetPairUuid, tests: each }));
  });
}
