import { mkdirSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { type ProofName, type ProofReport, type ProofResult, proofFile } from './proof-result.ts';
import { proofPage, proofPageFile } from './write-proof.ts';

/** Writes what an examination came to, and the page of all of them. */
export function recordProof(name: ProofName, report: ProofReport, now = new Date()): void {
  const { title, method, command, ...outcome } = report;
  const day = now.toISOString().slice(0, 10);
  const machine = `${availableParallelism()} processors, ${process.arch}`;
  const result: ProofResult = { title, method, command, day, machine, ...outcome };
  mkdirSync(dirname(proofFile(name)), { recursive: true });
  writeFileSync(proofFile(name), `${JSON.stringify(result, null, 2)}\n`);
  writeFileSync(proofPageFile, proofPage());
}
