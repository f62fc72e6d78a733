import { one } from '../../search-params.ts';

export const evidenceKinds = ['different', 'onlyInSource', 'onlyInTarget', 'value'] as const;
export type EvidenceKind = (typeof evidenceKinds)[number];

/** The address of a result: which of its rows are shown. */
export function readResultSearch(raw: Record<string, unknown>): { readonly kind?: EvidenceKind } {
  return one('kind', evidenceKinds, raw);
}
