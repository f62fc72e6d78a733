import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './figure.module.css';

interface FigureProps {
  readonly label: string;
  readonly value: ReactNode;
  /** Stands small beside the value: its denominator, its unit. */
  readonly beside?: ReactNode;
  readonly small?: boolean;
  readonly color?: string;
}

/** A number that matters, large, with what it is of small beside it. */
export function Figure({ label, value, beside, small = false, color }: FigureProps) {
  return (
    <div>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <Text
        span
        fz={small ? 'md' : '1.375rem'}
        fw={small ? 500 : 600}
        lh={1.3}
        {...(color !== undefined && { c: color })}
      >
        {value}
      </Text>
      {beside !== undefined && (
        <Text span size="sm" c="dimmed" ml={6}>
          {beside}
        </Text>
      )}
    </div>
  );
}

/** Several of them side by side. */
export function Figures({ children }: { readonly children: ReactNode }) {
  return <div className={classes.figures}>{children}</div>;
}
