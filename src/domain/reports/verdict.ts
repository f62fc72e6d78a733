/** Shown as ● green, ◆ red, ▲ amber and ○ grey: a shape for each, so that colour is not needed. */
export type Verdict = 'pass' | 'fail' | 'error' | 'noResults';

export const verdictShapes: Readonly<Record<Verdict, string>> = {
  pass: '●',
  fail: '◆',
  error: '▲',
  noResults: '○',
};
