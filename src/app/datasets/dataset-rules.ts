import { AppError } from '../../domain/app-error.ts';
import { type Locator, locatorKindOf } from '../../domain/catalog/locator.ts';
import type { SourceKind } from '../../domain/catalog/source.ts';

/** A dataset must be at a place that its source can have. */
export function assertLocatorFits(locator: Locator, source: SourceKind): void {
  if (source === 'factory') {
    const detail =
      'A data factory describes datasets of other systems. Register the system itself, and create the dataset there.';
    throw invalid('/sourceUuid', 'source_unsuitable', detail);
  }
  const expected = locatorKindOf(source);
  if (locator.kind !== expected) {
    throw invalid(
      '/locator/kind',
      'locator_unsuitable',
      `A ${source} source takes locators of kind ${expected}.`,
    );
  }
  // The executor holds every path against its allowed roots; this only tells a mistake early.
  if (locator.kind === 'files' && leavesRoot(locator.path)) {
    throw invalid('/locator/path', 'path_outside', 'The path must be relative, and stay below the root.');
  }
}

function leavesRoot(path: string): boolean {
  return /^[/\\]|^[A-Za-z]:/.test(path) || path.split(/[/\\]/).includes('..');
}

export function assertZone(zone: string | null): void {
  if (zone === null || isZone(zone)) return;
  throw invalid('/zone', 'zone_unknown', 'Not an IANA time zone. Write for example Europe/Berlin, or UTC.');
}

function isZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== '';
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

function invalid(pointer: string, code: string, detail: string): AppError {
  return new AppError('validation_failed', { detail, errors: [{ pointer, code, detail }] });
}
