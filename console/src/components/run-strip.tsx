import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Item } from '../api/queries.ts';
import { formatCount } from '../language/counts.ts';
import { barHeights, wrongRows } from '../language/row-trend.ts';
import { formatInstant } from '../language/times.ts';
import { verdicts } from '../language/verdict.ts';
import classes from './run-strip.module.css';
import { VerdictMark } from './verdict-mark.tsx';

type Run = Item<'list_runs'>;

/** Recent Runs, the oldest first: a verdict mark each, and over it a bar for the rows that differ or are missing. */
export function RunStrip({ runs }: { readonly runs: readonly Run[] }) {
  const heights = barHeights(runs.map(({ rows }) => wrongRows(rows)));
  return (
    <ol className={classes.strip} aria-label="Recent Runs, the oldest first">
      {runs.map((run, index) => (
        <li key={run.runUuid}>
          <Tooltip label={<RunWords run={run} />} multiline maw={320}>
            <Link
              to="/runs/$runUuid"
              params={{ runUuid: run.runUuid }}
              className={classes.run ?? ''}
              aria-label={`${run.name}: ${verdicts[run.overallStatus].label}, ${formatCount(wrongRows(run.rows))} rows differ or are missing`}
            >
              <span className={classes.column} aria-hidden="true">
                <span className={classes.bar} style={{ height: `${heights[index] ?? 0}%` }} />
              </span>
              <VerdictMark verdict={run.overallStatus} size={10} />
            </Link>
          </Tooltip>
        </li>
      ))}
    </ol>
  );
}

function RunWords({ run }: { readonly run: Run }) {
  const { name, overallStatus, rows, counts, testCount, submittedAt } = run;
  return (
    <>
      {name}: {verdicts[overallStatus].label}
      <br />
      {formatCount(rows.mismatched)} rows differ, {formatCount(rows.missing)} are missing on one side
      <br />
      {formatCount(counts.pass)} of {formatCount(testCount)} tests pass
      <br />
      {formatInstant(new Date(submittedAt))}
    </>
  );
}
