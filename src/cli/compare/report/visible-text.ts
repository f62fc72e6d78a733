/** A piece of a shown value. `differs` is what the other side does not have. */
export interface Segment {
  readonly text: string;
  readonly differs: boolean;
}

export interface ShownPair {
  readonly source: readonly Segment[];
  readonly target: readonly Segment[];
}

/** NULL, as no text is shown: a text of these letters stands in quotes. */
export const nullText = 'NULL';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const omitted = '…';

/** One value, with what cannot be seen made visible, cut to `width` characters. */
export function showValue(value: string | null, width: number): string {
  const parts = value === null ? [nullText] : quoted(visible(split(value), false), value);
  return parts.length <= width ? parts.join('') : `${parts.slice(0, width - 1).join('')}${omitted}`;
}

/**
 * Two values that differ, each cut to a window around the first difference, with the differing part told apart. The
 * difference may be far inside a long text, or invisible by itself (a space, a combining mark): both are shown.
 */
export function showPair(source: string | null, target: string | null, width: number): ShownPair {
  if (source === null || target === null) {
    return { source: [whole(source, width)], target: [whole(target, width)] };
  }
  const [a, b] = [split(source), split(target)];
  const prefix = commonPrefix(a, b);
  const suffix = Math.min(
    commonPrefix(a.toReversed(), b.toReversed()),
    Math.min(a.length, b.length) - prefix,
  );
  const looksSame = shownMiddle(a, prefix, suffix, false) === shownMiddle(b, prefix, suffix, false);
  return {
    source: windowed(a, prefix, suffix, width, looksSame),
    target: windowed(b, prefix, suffix, width, looksSame),
  };
}

function whole(value: string | null, width: number): Segment {
  return { text: showValue(value, width), differs: true };
}

function shownMiddle(parts: readonly string[], prefix: number, suffix: number, spelt: boolean): string {
  return visible(parts.slice(prefix, parts.length - suffix), spelt)
    .join('')
    .normalize('NFKC');
}

function windowed(
  parts: readonly string[],
  prefix: number,
  suffix: number,
  width: number,
  spelt: boolean,
): readonly Segment[] {
  if (parts.length === 0) return [{ text: "''", differs: true }];
  // Context on both sides of the difference, more of it where the difference itself is short.
  const before = parts.length <= width ? 0 : Math.max(0, prefix - Math.floor(width / 3));
  const shown = parts.slice(before, parts.length <= width ? parts.length : before + width - 2);
  const cutAfter = before + shown.length < parts.length;
  const start = Math.min(prefix - before, shown.length);
  const end = Math.max(start, Math.min(shown.length, parts.length - suffix - before));
  const text = visible(shown, false);
  const middle = visible(shown.slice(start, end), spelt, true);
  return [
    { text: `${before > 0 ? omitted : ''}${text.slice(0, start).join('')}`, differs: false },
    { text: middle.join(''), differs: true },
    { text: `${text.slice(end).join('')}${cutAfter ? omitted : ''}`, differs: false },
  ].filter((segment) => segment.text !== '');
}

/** An empty text and one that reads like NULL stand in quotes. */
function quoted(parts: readonly string[], value: string): readonly string[] {
  return value === '' || value === nullText ? ["'", ...parts, "'"] : parts;
}

function split(value: string): readonly string[] {
  return Array.from(graphemes.segment(value), ({ segment }) => segment);
}

function commonPrefix(a: readonly string[], b: readonly string[]): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index += 1) if (a[index] !== b[index]) return index;
  return length;
}

const pictures: Readonly<Record<string, string>> = {
  '\t': '⇥',
  '\n': '↵',
  '\r': '␍',
  '\r\n': '␍↵',
  '\u00a0': '⍽',
};

/**
 * Each part as it can be seen. Spaces at either end and in runs become dots; what has no shape of its own, or could
 * steer a terminal or the direction of writing, becomes its code. `spelt`: everything beyond ASCII becomes its code.
 */
function visible(parts: readonly string[], spelt: boolean, dotSpaces = false): readonly string[] {
  return parts.map((part, index) => {
    if (part === ' ') {
      const atEnd = index === 0 || index === parts.length - 1;
      return dotSpaces || atEnd || parts[index - 1] === ' ' || parts[index + 1] === ' ' ? '·' : ' ';
    }
    const picture = pictures[part];
    if (picture !== undefined) return picture;
    if (spelt && /[^\x20-\x7e]/.test(part)) return [...part].map(code).join('');
    return part.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu, (char, _offset, all: string) =>
      // A zero-width joiner inside an emoji is part of its shape.
      char === '\u200d' && all.length > 1 ? char : code(char),
    );
  });
}

function code(char: string): string {
  const point = char.codePointAt(0) ?? 0;
  if (point < 0x20) return String.fromCodePoint(0x2400 + point);
  return point < 0x7f ? char : `\\u{${point.toString(16)}}`;
}

/** Columns that a text takes on a terminal: two for East Asian and emoji, none for marks. */
export function displayWidth(text: string): number {
  let width = 0;
  for (const part of split(text)) {
    width +=
      /\p{Emoji_Presentation}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u.test(
        part,
      )
        ? 2
        : 1;
  }
  return width;
}
