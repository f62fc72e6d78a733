import type { RowScan } from '../../engine/compile/rows/row-scan.ts';
import {
  keyBitmapStatement,
  keyHashStatement,
  keyRangeStatement,
} from '../../engine/compile/rows/unique-keys.ts';
import type { Statement } from '../../engine/sql-session.ts';
import { type ComparisonContext, countIn, runForOne } from './comparison-context.ts';
import type { ProgressSpan } from './progress.ts';

/** Bits beyond which a bitmap costs more memory than it spares time: 64 MiB for each thread. */
const mostBits = 2n ** 29n;
/** Keys that lie further apart than this are cheaper to hash. */
const mostBitsPerRow = 64n;

/**
 * Whether no key occurs twice, proven and not estimated. Integer keys that lie close together are ticked off in a
 * bitmap; all others are counted by their 64-bit hashes, of which as many as rows prove it. False means only that it
 * is not proven.
 */
export async function isProvenUnique(
  context: ComparisonContext,
  scan: RowScan,
  span: ProgressSpan,
): Promise<boolean> {
  const [first, second] = span.split(1, 4);
  const { distinctInRange, isInteger } = context.dialect;
  const [only, ...others] = scan.keyColumns;
  if (
    distinctInRange !== null &&
    only !== undefined &&
    others.length === 0 &&
    isInteger(only.column) &&
    scan.absence === null
  ) {
    const range = await runForOne(context, keyRangeStatement(scan), first);
    const rows = countIn(range, 'row_count');
    const keys = countIn(range, 'key_count');
    if (keys < rows - 1) return false;
    if (typeof range.low !== 'string' || typeof range.high !== 'string') return true;
    const [low, high] = [BigInt(range.low), BigInt(range.high)];
    const bits = high - low + 1n;
    if (bits <= mostBits && bits <= mostBitsPerRow * BigInt(rows)) {
      const seen = await runForOne(context, keyBitmapStatement(distinctInRange, scan, low, high), second);
      return countIn(seen, 'key_count') === keys;
    }
  }
  return areAllDifferent(context, keyHashStatement(context.dialect, scan), second);
}

/** Whether a statement that counts rows and their different values finds as many of both. */
export async function areAllDifferent(
  context: ComparisonContext,
  statement: Statement,
  span: ProgressSpan,
): Promise<boolean> {
  const seen = await runForOne(context, statement, span);
  return countIn(seen, 'value_count') === countIn(seen, 'row_count');
}
