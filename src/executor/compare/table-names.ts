/** The temporary tables of one comparison; a session compares one pair at a time. */
export interface TableNames {
  readonly source: string;
  readonly target: string;
  readonly repeatedKeys: string;
  readonly repeatedRows: string;
  readonly matched: string;
  readonly hashes: string;
  readonly evidenceSource: string;
  readonly evidenceTarget: string;
  readonly evidence: string;
}

export const tableNames: TableNames = Object.freeze({
  source: 'plumbline_source',
  target: 'plumbline_target',
  repeatedKeys: 'plumbline_repeated_keys',
  repeatedRows: 'plumbline_repeated_rows',
  matched: 'plumbline_matched',
  hashes: 'plumbline_hashes',
  evidenceSource: 'plumbline_evidence_source',
  evidenceTarget: 'plumbline_evidence_target',
  evidence: 'plumbline_evidence',
});
