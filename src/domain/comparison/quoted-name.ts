import { type Parsed, parsed, unreadable } from './parsed.ts';

/** A name between double quotes, a quote inside it doubled: any name at all can be written so. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** Reads a quoted name that starts at `start`; `end` is the position after the closing quote. */
export function readQuotedName(
  points: readonly string[],
  start: number,
): Parsed<{ readonly name: string; readonly end: number }> {
  let name = '';
  for (let at = start + 1; at < points.length; at += 1) {
    const point = points[at];
    if (point !== '"') {
      name += point;
    } else if (points[at + 1] === '"') {
      name += '"';
      at += 1;
    } else {
      return parsed({ name, end: at + 1 });
    }
  }
  return unreadable(start, 'The quoted name is never closed. End it with a double quote.');
}
