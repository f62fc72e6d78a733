import type { ReactNode, Ref } from 'react';
import classes from './scroll-region.module.css';

interface ScrollRegionProps {
  readonly label: string;
  readonly children: ReactNode;
  /** The most that it takes of the height of the window. */
  readonly maxHeight?: string;
  readonly ref?: Ref<HTMLElement>;
}

/** Something that may be wider than the screen: it scrolls by itself, with the keyboard too. */
export function ScrollRegion({ label, children, maxHeight, ref }: ScrollRegionProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard (WCAG 2.1.1)
    <section ref={ref} className={classes.region} aria-label={label} tabIndex={0} style={{ maxHeight }}>
      {children}
    </section>
  );
}
