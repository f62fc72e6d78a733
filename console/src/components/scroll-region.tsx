import type { ReactNode } from 'react';
import classes from './scroll-region.module.css';

interface ScrollRegionProps {
  readonly label: string;
  readonly children: ReactNode;
  /** The most that it takes of the height of the window. */
  readonly maxHeight?: string;
}

/** Something that may be wider than the screen: it scrolls by itself, with the keyboard too. */
export function ScrollRegion({ label, children, maxHeight }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section className={classes.region} aria-label={label} tabIndex={0} style={{ maxHeight }}>
      {children}
    </section>
  );
}
