/**
 * Whether a command printed what its page shows. What varies from one time to the next is written as it was once, and
 * anything of its kind will do; `…` stands for anything inside a line, and alone on a line for any lines.
 */
export function printsAsShown(shown: string, printed: string): boolean {
  return new RegExp(`^${patternOf(shown.trimEnd())}$`).test(printed.trimEnd());
}

/** What varies, longest first. The pattern finds it in a page, and is what may stand in its place. */
const varying: readonly string[] = [
  // An id.
  '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}',
  // The time of the day on which somebody runs it; times of data have no zone.
  '\\d{4}-\\d\\d-\\d\\d[T ]\\d\\d:\\d\\d(?::\\d\\d(?:\\.\\d+)?)?(?:Z| UTC)',
  // How long something took, and how much memory.
  '\\d[\\d.,]* (?:ms|s)\\b',
  '\\d[\\d.,]* [KMG]iB\\b',
];

const parts = new RegExp(
  ['(?<lines>^[ ]*…\\n)', '(?<some>…)', ...varying.map((each) => `(${each})`)].join('|'),
  'gm',
);

function patternOf(shown: string): string {
  let pattern = '';
  let at = 0;
  for (const match of `${shown}\n`.matchAll(parts)) {
    pattern += escaped(shown.slice(at, match.index)) + standIn(match);
    at = match.index + match[0].length;
  }
  return pattern + escaped(shown.slice(at));
}

function standIn(match: RegExpExecArray): string {
  if (match.groups?.lines !== undefined) return '(?:.*\\n)*?(?:.*$)?';
  if (match.groups?.some !== undefined) return '.*?';
  return varying.find((each) => new RegExp(`^${each}$`).test(match[0])) ?? escaped(match[0]);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
