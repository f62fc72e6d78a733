import { writeFile } from 'node:fs/promises';
import { AppError } from '../domain/app-error.ts';

/** Writes to the file, or to standard output where none is named. */
export async function printReport(report: string, file: string | null): Promise<void> {
  if (file === null) return printOut(report);
  await writeFile(file, report).catch((cause: NodeJS.ErrnoException) => {
    const detail = `The report cannot be written to ${file}: ${cause.code}. Name another file.`;
    throw new AppError('validation_failed', { detail }, { cause });
  });
}

function printOut(text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    process.stdout.write(text, (error) => {
      // The reader went away (`| head`); it has what it wanted.
      if (error && (error as NodeJS.ErrnoException).code !== 'EPIPE') reject(error);
      else resolve();
    });
  });
}

/** Colours are for a terminal that can show them, and for people who have not asked to be spared. */
export function wantsColour(stream: NodeJS.WriteStream): boolean {
  return stream.isTTY === true && !process.env.NO_COLOR && process.env.TERM !== 'dumb';
}
