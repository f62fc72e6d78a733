import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { JudgedService } from './judged-service.ts';

/** A folder with a Python environment that holds Schemathesis, and the linters as npm packages. */
export const judges = process.env.TEST_JUDGES;

export interface Examination {
  readonly phases: readonly ('examples' | 'coverage' | 'fuzzing' | 'stateful')[];
  /** Cases of an operation, and scenarios, that are made up at random. */
  readonly maxExamples: number;
  /** Makes up other cases than another; without one they follow from the description alone, the same each time. */
  readonly seed?: number;
  /** Only operations whose id it matches, as a regular expression. */
  readonly only?: string;
}

/** What Schemathesis reports, as far as it is looked at. */
export interface Judgement {
  readonly complete: boolean;
  readonly exit_code: number;
  readonly operations: { readonly selected: number; readonly tested: number };
  readonly test_cases: { readonly generated: number; readonly errored: number };
  readonly failures: readonly { readonly title: string; readonly operations: readonly string[] }[];
  /** The statuses that each operation answered with. */
  readonly answers: ReadonlyMap<string, ReadonlySet<number>>;
  /** All that it printed. */
  readonly output: string;
}

export async function runSchemathesis(
  service: JudgedService,
  { phases, maxExamples, seed, only }: Examination,
): Promise<Judgement> {
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-schemathesis-'));
  const description = join(folder, 'openapi.json');
  const report = join(folder, 'report.json');
  const answers = join(folder, 'answers.txt');
  writeFileSync(description, JSON.stringify(service.document));
  try {
    const child = spawn(
      resolve(judges ?? '', 'schemathesis/bin/st'),
      [
        ...['--config-file', 'test/conformance/schemathesis.toml', 'run', description, '--url', service.url],
        ...['--no-color', '--phases', phases.join(',')],
        // One after the other where the cases must be the same.
        ...(seed === undefined
          ? ['--workers', '1', '--generation-deterministic']
          : ['--workers', '2', '--seed', String(seed)]),
        ...['--max-examples', String(maxExamples), '--report', 'json', '--report-json-path', report],
        ...(only === undefined ? [] : ['--include-operation-id-regex', only]),
      ],
      {
        stdio: ['ignore', 'pipe', 'pipe'],
        env: {
          PATH: process.env.PATH,
          PYTHONPATH: 'test/conformance',
          PYTHONDONTWRITEBYTECODE: '1',
          ANSWERS_FILE: answers,
          ...service.tokens,
        },
      },
    );
    let output = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (output += chunk));
    await once(child, 'close');
    return { ...readReport(report, output), answers: readAnswers(answers), output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function readReport(file: string, output: string): Omit<Judgement, 'answers' | 'output'> {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (cause) {
    throw new Error(`Schemathesis left no report:\n${output}`, { cause });
  }
}

function readAnswers(file: string): Judgement['answers'] {
  const answers = new Map<string, Set<number>>();
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const [operationId = '', status] = line.split(' ');
    answers.set(operationId, (answers.get(operationId) ?? new Set()).add(Number(status)));
  }
  return answers;
}
