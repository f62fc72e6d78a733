import type { CompareProgress } from './compare-pair.ts';

/** A part of the whole work, which tells how much of itself is done. It never goes back. */
export interface ProgressSpan {
  report(fraction: number): void;
  /** The parts of this one, by their share of it, in order. */
  split<const S extends readonly number[]>(...shares: S): { readonly [K in keyof S]: ProgressSpan };
  /** The parts of this one, by their share of it, which may be done at the same time. */
  beside<const S extends readonly number[]>(...shares: S): { readonly [K in keyof S]: ProgressSpan };
  /** The same part under the name of another stage. */
  as(stage: CompareProgress['stage']): ProgressSpan;
}

export function wholeProgress(
  onProgress: ((progress: CompareProgress) => void) | undefined,
  stage: CompareProgress['stage'],
): ProgressSpan {
  let furthest = 0;
  const tell = (name: CompareProgress['stage'], done: number) => {
    furthest = Math.max(furthest, Math.min(1, done));
    onProgress?.({ stage: name, done: furthest });
  };
  return span(tell, stage, 0, 1);
}

function span(
  tell: (stage: CompareProgress['stage'], done: number) => void,
  stage: CompareProgress['stage'],
  from: number,
  to: number,
): ProgressSpan {
  return {
    report: (fraction) => tell(stage, from + (to - from) * fraction),
    split: <const S extends readonly number[]>(...shares: S) => {
      const total = shares.reduce((sum, share) => sum + share, 0);
      let start = from;
      const parts = shares.map((share) => {
        const end = start + ((to - from) * share) / total;
        const part = span(tell, stage, start, end);
        start = end;
        return part;
      });
      return parts as { readonly [K in keyof S]: ProgressSpan };
    },
    beside: <const S extends readonly number[]>(...shares: S) => {
      const total = shares.reduce((sum, share) => sum + share, 0);
      const done = shares.map(() => 0);
      const parts = shares.map((share, part) =>
        span(
          (name, fraction) => {
            done[part] = Math.max(done[part] ?? 0, (fraction * share) / total);
            tell(name, from + (to - from) * done.reduce((sum, each) => sum + each, 0));
          },
          stage,
          0,
          1,
        ),
      );
      return parts as { readonly [K in keyof S]: ProgressSpan };
    },
    as: (name) => span(tell, name, from, to),
  };
}
