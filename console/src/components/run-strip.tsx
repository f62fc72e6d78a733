import { Tooltip } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Item } from '../api/queries.ts';
import { formatCount } from '../language/counts.ts';
import { formatInstant } from '../language/times.ts';
import { verdicts } from '../language/verdict.ts';
import classes from './run-strip.module.css';
import { VerdictMark } from './verdict-mark.tsx';

type Run = Item<'list_runs'>;

/** Recent Runs, the oldest first: a verdict mark each, and tests that did not pass as a bar over it. */
export function RunStrip({ runs }: { readonly runs: readonly Run[] }) {
  const troubled = ({ counts }: Run) => counts.fail + counts.error;
  const most = Math.max(1, ...runs.map(troubled));
  return (
    <ol className={classes.strip} aria-label="Recent Runs, the oldest first">
      {runs.map((run) => (
        <li key={run.runUuid}>
          <Tooltip
            label={`${run.name}: ${verdicts[run.overallStatus].label}, ${formatCount(troubled(run))} of ${formatCount(run.testCount)} tests did not pass, ${formatInstant(new Date(run.submittedAt))}`}
            multiline
            maw={320}
          >
            <Link
              to="/runs/$runUuid"
              params={{ runUuid: run.runUuid }}
              className={classes.run ?? ''}
              aria-label={`${run.name}: ${verdicts[run.overallStatus].label}`}
            >
              <span className={classes.column} aria-hidden="true">
                <span className={classes.fails} style={{ height: `${(run.counts.fail / most) * 100}%` }} />
                <span className={classes.errors} style={{ height: `${(run.counts.error / most) * 100}%` }} />
              </span>
              <VerdictMark verdict={run.overallStatus} size={10} />
            </Link>
          </Tooltip>
        </li>
      ))}
    </ol>
  );
}
