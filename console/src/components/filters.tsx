import { Chip, Group, TextInput } from '@mantine/core';
import type { Verdict } from '../language/verdict.ts';
import { useSettledText } from './use-settled-text.ts';
import { VerdictMark } from './verdict-mark.tsx';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string;
  /** Told once the writer pauses; empty where nothing is searched for. */
  readonly onSearch: (text: string) => void;
}

/** A text that a list is narrowed by. */
export function SearchField({ label, placeholder, value, onSearch }: SearchFieldProps) {
  const [text, setText] = useSettledText(value, onSearch);
  return (
    <TextInput
      aria-label={label}
      placeholder={placeholder}
      size="xs"
      w={260}
      value={text}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
}

interface VerdictChipsProps<Offered extends Verdict> {
  readonly offered: readonly Offered[];
  readonly chosen: Offered | undefined;
  /** Told the verdict, or undefined where the one that was chosen is taken back. */
  readonly onChoose: (verdict: Offered | undefined) => void;
}

/** One verdict at a time, or all. */
export function VerdictChips<Offered extends Verdict>({
  offered,
  chosen,
  onChoose,
}: VerdictChipsProps<Offered>) {
  return (
    <Group gap={6} role="group" aria-label="Filter by verdict">
      {offered.map((verdict) => (
        <Chip
          key={verdict}
          size="xs"
          variant="outline"
          checked={chosen === verdict}
          onClick={() => onChoose(chosen === verdict ? undefined : verdict)}
        >
          <VerdictMark verdict={verdict} size={9} label />
        </Chip>
      ))}
    </Group>
  );
}
