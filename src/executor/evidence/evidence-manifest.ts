import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FunctionCode } from '../../domain/comparison/binding.ts';
import { printFieldPath } from '../../domain/comparison/field-path.ts';
import type { ComparisonReport } from '../../domain/comparison/pair-report.ts';
import type { PairSpecification, TestSpecification } from '../../domain/comparison/pair-specification.ts';

/** Beside the evidence files of an attempt: how their rows read, test by test. It holds names, and no values. */
export interface EvidenceManifest {
  readonly tests: Readonly<Record<string, EvidenceOfTest>>;
}

export interface EvidenceOfTest {
  readonly functionCode: FunctionCode;
  readonly keys: readonly FieldNames[];
  readonly fields: readonly FieldNames[];
  /** Where the test's fields stand in rows that concern every test of a comparison; null where there are none. */
  readonly places: readonly number[] | null;
}

export interface FieldNames {
  readonly source: string;
  readonly target: string;
}

/** Written last: where it is, all of the folder is. */
export const manifestName = 'manifest.json';

/** `compared`: the specification in terms of what the engine read. */
export function manifestOf(
  specification: PairSpecification,
  compared: PairSpecification,
  comparisons: readonly ComparisonReport[],
): EvidenceManifest {
  const fields = new Map(specification.fields.map((field) => [field.id, field]));
  const namesOf = (id: string): FieldNames => {
    const field = fields.get(id);
    if (field === undefined) throw new TypeError(`The specification has no field ${id}.`);
    return { source: printFieldPath(field.source.path), target: printFieldPath(field.target.path) };
  };
  // Fields that are alike are one column of a comparison, under the id of the first.
  const read = new Map(compared.fields.map((field) => [field.id, field]));
  const likenessOf = (id: string) => JSON.stringify({ ...read.get(id), id: null });
  const placesOf = ({ testIds, evidenceFields }: ComparisonReport) => {
    const places = new Map(evidenceFields.map((id, place) => [likenessOf(id), place]));
    return testIds.map((testId) => [testId, places] as const);
  };
  const placesOfTest = new Map(comparisons.flatMap(placesOf));
  const ofTest = (test: TestSpecification): EvidenceOfTest => {
    const places = placesOfTest.get(test.id);
    return {
      functionCode: test.functionCode,
      keys: test.keys.map(namesOf),
      fields: test.fields.map(namesOf),
      places: places ? test.fields.map((id) => places.get(likenessOf(id)) ?? -1) : null,
    };
  };
  return { tests: Object.fromEntries(specification.tests.map((test) => [test.id, ofTest(test)])) };
}

export async function writeManifest(folder: string, manifest: EvidenceManifest): Promise<void> {
  await writeFile(join(folder, manifestName), JSON.stringify(manifest), { mode: 0o600 });
}

export async function readManifest(folder: string): Promise<EvidenceManifest> {
  return JSON.parse(await readFile(join(folder, manifestName), 'utf8')) as EvidenceManifest;
}
