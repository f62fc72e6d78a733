import { AppError } from '../../domain/app-error.ts';

/** Null where the system cannot do it exactly. */
export async function unlessUnsupported<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AppError && error.code === 'comparison_unsupported') return null;
    throw error;
  }
}
