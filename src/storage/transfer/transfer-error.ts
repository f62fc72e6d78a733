/**
 * - `fileUnusable`: the file is not an export, is of a newer format, is damaged, or cannot be read or written;
 * - `schemaDiffers`: file and database do not have the same migrations;
 * - `targetNotEmpty`: an import never adds to what is there;
 * - `loginTooWeak`: row-level security would hide rows from the login, so the copy would not be whole.
 */
export type TransferProblem = 'fileUnusable' | 'schemaDiffers' | 'targetNotEmpty' | 'loginTooWeak';

/** An export or import that was refused or came to nothing; the message tells the operator what to do. */
export class TransferError extends Error {
  override readonly name = 'TransferError';
  readonly problem: TransferProblem;

  constructor(problem: TransferProblem, message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.problem = problem;
  }
}
