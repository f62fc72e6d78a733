import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

/** How long somebody must pause in typing before what they wrote is searched for. */
const pauseMs = 250;

/** The text of a field, handed on once its writer pauses: an address bar is no place for every keystroke. */
export function useSettledText(
  initial: string,
  onSettled: (text: string) => void,
): readonly [string, (text: string) => void] {
  const [text, setText] = useState(initial);
  const handOn = useDebouncedCallback(onSettled, pauseMs);
  return [
    text,
    (next) => {
      setText(next);
      handOn(next.trim());
    },
  ];
}
