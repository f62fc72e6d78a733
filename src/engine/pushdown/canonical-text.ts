import type { ComparisonType } from '../../domain/comparison/comparison-type.ts';

/** The text of a value as a server writes it, in the one spelling that the engine's dialects give such values. */
export function canonicalText(text: string, comparison: ComparisonType): string {
  switch (comparison.kind) {
    case 'exactNumeric':
      return /\./.test(text) ? text.replace(/\.?0+$/, '') : text;
    case 'double':
      return canonicalDouble(text);
    case 'date':
      return text.replace(/ BC$/, ' (BC)');
    case 'timestamp': {
      const iso = text
        .replace(/^(\S+) (.*) BC$/, '$1 (BC) $2')
        .replace(/\.0+$|(\.\d*?)0+$/, '$1')
        .replace(/ (?=\d\d:)/, 'T');
      return comparison.clock === 'instant' && iso.includes('T') ? `${iso}Z` : iso;
    }
    case 'time':
      return text.replace(/\.0+$|(\.\d*?)0+$/, '$1');
    default:
      return text;
  }
}

/** ECMAScript's text of a double is the canonical one. */
export function canonicalDouble(text: string): string {
  return String(Number(text.replace(/^(-?)inf(inity)?$/i, '$1Infinity')));
}
