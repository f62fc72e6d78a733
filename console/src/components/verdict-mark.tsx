import { VisuallyHidden } from '@mantine/core';
import { type Verdict, verdicts } from '../language/verdict.ts';
import classes from './verdict-mark.module.css';

interface VerdictMarkProps {
  readonly verdict: Verdict;
  readonly size?: number;
  /** Shown beside the mark; without it only a screen reader is told. */
  readonly label?: boolean;
}

/** Pass ● fail ◆ error ▲ no results ○ running ◐: a shape and a colour each, never colour alone. */
export function VerdictMark({ verdict, size = 12, label = false }: VerdictMarkProps) {
  const words = verdicts[verdict];
  return (
    <span className={classes.verdict} data-verdict={verdict}>
      <svg className={classes.mark} width={size} height={size} viewBox="0 0 12 12" aria-hidden="true">
        {shapes[words.shape]}
      </svg>
      {label ? (
        <span className={classes.label}>{words.label}</span>
      ) : (
        <VisuallyHidden>{words.label}</VisuallyHidden>
      )}
    </span>
  );
}

const shapes = {
  circle: <circle cx="6" cy="6" r="5" fill="currentColor" />,
  diamond: <path d="M6 0.5 11.5 6 6 11.5 0.5 6Z" fill="currentColor" />,
  triangle: <path d="M6 0.8 11.6 11H0.4Z" fill="currentColor" />,
  ring: <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />,
  half: (
    <>
      <circle cx="6" cy="6" r="4.25" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 1.75a4.25 4.25 0 0 0 0 8.5Z" fill="currentColor" />
    </>
  ),
} as const;
