import { Text } from '@mantine/core';
import { markDifferences, type Stretch, shorten } from '../language/differences.ts';
import classes from './marked-value.module.css';

/** Long enough for what people read at a glance; the rest is cut where both sides are the same. */
const shownCharacters = 120;

interface MarkedPairProps {
  readonly source: string | null;
  readonly target: string | null;
  /** White space as visible signs. */
  readonly showSpaces?: boolean;
  readonly whole?: boolean;
}

/** Both sides of a cell with the characters that differ marked; NULL and empty text are not the same. */
export function markedPair({ source, target, showSpaces = false, whole = false }: MarkedPairProps) {
  const [left, right] =
    source === null || target === null ? [plain(source), plain(target)] : markDifferences(source, target);
  const cut = (stretches: readonly Stretch[]) => (whole ? stretches : shorten(stretches, shownCharacters));
  return [
    <MarkedValue key="source" value={source} stretches={cut(left)} side="source" showSpaces={showSpaces} />,
    <MarkedValue key="target" value={target} stretches={cut(right)} side="target" showSpaces={showSpaces} />,
  ] as const;
}

function plain(value: string | null): Stretch[] {
  return value === null ? [] : [{ text: value, differs: true }];
}

interface MarkedValueProps {
  readonly value: string | null;
  readonly stretches: readonly Stretch[];
  readonly side: 'source' | 'target';
  readonly showSpaces: boolean;
}

function MarkedValue({ value, stretches, side, showSpaces }: MarkedValueProps) {
  if (value === null) return <Nothing label="NULL" />;
  if (value === '') return <Nothing label="empty text" />;
  let position = 0;
  return (
    <span className="value">
      {stretches.map(({ text, differs }) => {
        const key = position;
        position += text.length;
        const shown = showSpaces ? visibleSpaces(text) : text;
        return differs ? (
          <mark key={key} className={classes.mark} data-side={side}>
            {shown}
          </mark>
        ) : (
          <span key={key}>{shown}</span>
        );
      })}
    </span>
  );
}

/** What is not there, told apart from what is there and empty. */
export function Nothing({ label }: { readonly label: string }) {
  return (
    <Text span className={classes.nothing ?? ''} size="xs">
      ∅ {label}
    </Text>
  );
}

function visibleSpaces(text: string): string {
  return text.replaceAll(' ', '·').replaceAll('\t', '→').replaceAll('\n', '⏎\n').replaceAll('\u00a0', '⍽');
}
