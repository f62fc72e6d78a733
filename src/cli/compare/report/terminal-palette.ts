import type { Verdict } from '../../../domain/reports/verdict.ts';

/** How things are set off on a terminal; without colour everything stays as it is. */
export interface Palette {
  readonly verdict: (verdict: Verdict, text: string) => string;
  readonly removed: (text: string) => string;
  readonly added: (text: string) => string;
  readonly dim: (text: string) => string;
  readonly bold: (text: string) => string;
}

/** SGR parameters (ECMA-48): colours of the terminal's own palette, so that they fit its background. */
const verdictColours: Readonly<Record<Verdict, string>> = {
  pass: '32',
  fail: '31',
  error: '33',
  noResults: '90',
};

export function paletteFor(colour: boolean): Palette {
  const paint = (parameters: string) => (text: string) =>
    colour && text !== '' ? `\u001b[${parameters}m${text}\u001b[0m` : text;
  return {
    verdict: (verdict, text) => paint(`1;${verdictColours[verdict]}`)(text),
    removed: paint('31'),
    added: paint('32'),
    dim: paint('2'),
    bold: paint('1'),
  };
}
