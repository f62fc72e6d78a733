import { join } from 'node:path';
import type { BySide } from '../../domain/comparison/by-side.ts';
import { memberBuckets } from '../../engine/compile/member-buckets.ts';
import {
  type ComparedSets,
  type LookedAt,
  setDifferenceStatement,
  setEvidence,
} from '../../engine/compile/set-difference.ts';
import type { SetTest } from '../../engine/plan/plan.ts';
import type { MeasuresOf } from '../../engine/verdict/aggregate-verdict.ts';
import type { SetFindings } from '../../engine/verdict/findings.ts';
import { differingMembers, nullMembers } from '../../engine/verdict/set-verdict.ts';
import { type ComparisonContext, countIn, runForOne } from './comparison-context.ts';
import type { ProgressSpan } from './progress.ts';
import type { SetsOfRows } from './sets-of-rows.ts';
import { writeEvidence } from './write-evidence.ts';

type SetCounts = Pick<SetFindings, 'onlyInSource' | 'onlyInTarget'>;

/** Compares the sets of a pair; tests of the same two sets share what is found. */
export class SetComparison {
  readonly #context: ComparisonContext;
  readonly #setsOfRows: SetsOfRows;
  readonly #counted = new Map<string, SetCounts>();

  constructor(context: ComparisonContext, setsOfRows: SetsOfRows) {
    this.#context = context;
    this.#setsOfRows = setsOfRows;
  }

  async compare(test: SetTest, measures: BySide<MeasuresOf>, span: ProgressSpan): Promise<SetFindings> {
    const nulls = nullMembers(measures);
    const nullDiffers = nulls.source !== nulls.target;
    const among = this.#lookedAt(test, measures);
    if (among.kind === 'none' && !nullDiffers) return { onlyInSource: 0, onlyInTarget: 0, evidence: null };
    const { dialect, hashes, relations } = this.#context;
    const sets: ComparedSets = { dialect, hashes, relations, test, among };
    const [counting, writing] = span.split(3, 1);
    const counts = await this.#count(sets, counting);
    const isAny = nullDiffers || counts.onlyInSource + counts.onlyInTarget > 0;
    return { ...counts, evidence: isAny ? await this.#write(sets, writing.as('evidence')) : null };
  }

  /**
   * The members by which two sets may differ. Where rows were compared by them, these tell. Else sets are told apart as
   * rows are: buckets whose number of values and 128 bits agree are equal, and the values of the others are held against
   * each other; where most differ, all of them.
   */
  #lookedAt(test: SetTest, measures: BySide<MeasuresOf>): LookedAt {
    if (test.verification === 'exact') return { kind: 'all' };
    const lone = this.#setsOfRows.of(test);
    if (lone !== undefined) return lone.count === 0 ? { kind: 'none' } : { kind: 'lone', table: lone.table };
    const buckets = differingMembers(measures);
    if (buckets.length > memberBuckets / 2) return { kind: 'all' };
    return buckets.length === 0 ? { kind: 'none' } : { kind: 'buckets', buckets };
  }

  async #count(sets: ComparedSets, span: ProgressSpan): Promise<SetCounts> {
    const { scans, columns } = sets.test;
    const key = JSON.stringify([scans, columns, sets.among]);
    const known = this.#counted.get(key);
    if (known !== undefined) return known;
    const row = await runForOne(this.#context, setDifferenceStatement(sets), span);
    const counts = {
      onlyInSource: countIn(row, 'only_in_source'),
      onlyInTarget: countIn(row, 'only_in_target'),
    };
    this.#counted.set(key, counts);
    return counts;
  }

  async #write(sets: ComparedSets, span: ProgressSpan): Promise<SetFindings['evidence']> {
    const { evidenceDirectory } = this.#context;
    const { testId, evidenceRows } = sets.test;
    if (evidenceDirectory === null || evidenceRows === 0) return null;
    const file = join(evidenceDirectory, `set-${testId.replaceAll(/[^A-Za-z0-9-]/g, '_')}.parquet`);
    return writeEvidence(this.#context, [setEvidence(sets)], file, span);
  }
}
