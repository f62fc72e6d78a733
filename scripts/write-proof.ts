/** `node scripts/write-proof.ts`: writes docs/proof.md out of the figures under docs/proof (see proof-result.ts). */
import { writeFileSync } from 'node:fs';
import { type ProofResult, readProofs } from './proof-result.ts';

export const proofPageFile = 'docs/proof.md';

export function proofPage(proofs: readonly ProofResult[] = readProofs()): string {
  return `# Proof

How Plumbline is examined beyond its tests, and what came of it. Each section is made from the figures that the command in
it recorded; the short form of each runs with every change.

${proofs.map(section).join('\n')}`;
}

function section(proof: ProofResult): string {
  return [
    `## ${proof.title}`,
    proof.method,
    `<!-- not run: it takes long, and its short form is a suite of its own -->\n\`\`\`sh\n${proof.command}\n\`\`\``,
    `Recorded on ${proof.day}, on ${proof.machine}:`,
    `| | |\n|---|---|\n${proof.figures.map(({ name, value }) => `| ${name} | ${value} |`).join('\n')}`,
    ...list('What it found:', proof.found),
    ...list('What it does not show:', proof.limits),
    '',
  ].join('\n\n');
}

function list(heading: string, items: readonly string[]): string[] {
  return items.length === 0 ? [] : [heading, items.map((item) => `- ${item}`).join('\n')];
}

if (import.meta.main) writeFileSync(proofPageFile, proofPage());
