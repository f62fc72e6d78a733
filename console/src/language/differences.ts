/** A stretch of a text, and whether the other text has another in its place. */
export interface Stretch {
  readonly text: string;
  readonly differs: boolean;
}

/** Beyond this, finding the least difference costs more than it shows; the middle is marked as a whole. */
const maxCells = 250_000;

const numeric = /^-?[\d,]+(\.\d+)?$/;

/**
 * Marks what differs between two texts, each split into stretches: of numbers everything from the first digit that
 * differs, because a digit means what its place means; of other texts what is not in their longest common subsequence.
 */
export function markDifferences(left: string, right: string): readonly [Stretch[], Stretch[]] {
  if (numeric.test(left) && numeric.test(right)) return markNumbers(left, right);
  const [a, b] = [characters(left), characters(right)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const [keptA, keptB] = keptPositions(middleA, middleB);
  const same = (text: string[]) => text.map((character) => ({ character, differs: false }));
  const marked = (text: string[], kept: ReadonlySet<number>) =>
    text.map((character, index) => ({ character, differs: !kept.has(index) }));
  const tail = a.slice(a.length - end);
  return [
    join([...same(a.slice(0, start)), ...marked(middleA, keptA), ...same(tail)]),
    join([...same(b.slice(0, start)), ...marked(middleB, keptB), ...same(tail)]),
  ];
}

function markNumbers(left: string, right: string): readonly [Stretch[], Stretch[]] {
  const sameSize = left.split('.')[0]?.length === right.split('.')[0]?.length;
  let start = 0;
  while (sameSize && start < left.length && left[start] === right[start]) start += 1;
  const split = (text: string) =>
    [
      { text: text.slice(0, start), differs: false },
      { text: text.slice(start), differs: true },
    ].filter((stretch) => stretch.text !== '');
  return [split(left), split(right)];
}

/** By what a reader takes for one character, so that an accent is never torn from its letter. */
const segmenter = new Intl.Segmenter('en', { granularity: 'grapheme' });

function characters(text: string): string[] {
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

/** The positions of a longest common subsequence in either text. */
function keptPositions(a: string[], b: string[]): readonly [Set<number>, Set<number>] {
  const [keptA, keptB] = [new Set<number>(), new Set<number>()];
  if (a.length === 0 || b.length === 0 || a.length * b.length > maxCells) return [keptA, keptB];
  const width = b.length + 1;
  const lengths = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i -= 1) {
    for (let j = b.length - 1; j >= 0; j -= 1) {
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  for (let i = 0, j = 0; i < a.length && j < b.length; ) {
    if (a[i] === b[j]) {
      keptA.add(i);
      keptB.add(j);
      i += 1;
      j += 1;
    } else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return [keptA, keptB];
}

function join(marks: readonly { character: string; differs: boolean }[]): Stretch[] {
  const stretches: { text: string; differs: boolean }[] = [];
  for (const { character, differs } of marks) {
    const last = stretches.at(-1);
    if (last?.differs === differs) last.text += character;
    else stretches.push({ text: character, differs });
  }
  return stretches;
}

/** Characters of context that stay on either side of what differs. */
const context = 12;

/** Cuts a long text in the middle of what is the same, and keeps what differs in view. */
export function shorten(stretches: readonly Stretch[], limit: number): Stretch[] {
  const length = stretches.reduce((sum, { text }) => sum + text.length, 0);
  if (length <= limit) return [...stretches];
  return stretches.map(({ text, differs }, index) => {
    const [first, last] = [index === 0, index === stretches.length - 1];
    const room = differs ? limit : context * (first || last ? 1 : 2);
    if (text.length <= room + 3) return { text, differs };
    if (differs || (first && last)) {
      return { text: `${text.slice(0, Math.ceil(room / 2))}…${text.slice(-Math.floor(room / 2))}`, differs };
    }
    if (first) return { text: `…${text.slice(-context)}`, differs };
    if (last) return { text: `${text.slice(0, context)}…`, differs };
    return { text: `${text.slice(0, context)}…${text.slice(-context)}`, differs };
  });
}
