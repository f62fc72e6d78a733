import { useHotkeys } from '@mantine/hooks';
import type { RefObject } from 'react';
import { copyKey } from './copy-key.ts';
import { type EvidenceLine, nextLine } from './evidence-lines.ts';

/**
 * j and k walk through the rows, n and p from one difference to the next, c copies the key of the line that has the
 * focus. Lines out of view are not part of the page, so each is brought into view before it gets the focus.
 */
export function useLineKeys(
  lines: readonly EvidenceLine[],
  region: RefObject<HTMLElement | null>,
  bringIntoView: (index: number) => void,
): void {
  const lineAt = (index: number) => region.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`);
  const current = () => {
    const focused = document.activeElement?.closest<HTMLElement>('tr[data-index]');
    return focused == null || !region.current?.contains(focused) ? -1 : Number(focused.dataset.index);
  };
  const step = (by: 1 | -1, unit: 'line' | 'row') => {
    const index = nextLine(lines, current(), by, unit);
    bringIntoView(index);
    requestAnimationFrame(() => lineAt(index)?.focus({ preventScroll: true }));
  };
  const copy = () => {
    const line = lines[current()];
    if (line !== undefined) return copyKey(line.row.key);
  };
  useHotkeys([
    ['j', () => step(1, 'row')],
    ['k', () => step(-1, 'row')],
    ['n', () => step(1, 'line')],
    ['p', () => step(-1, 'line')],
    ['c', copy],
  ]);
}
