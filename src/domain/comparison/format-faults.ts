import { parseFormat } from './parse-format.ts';
import type { ParseFault } from './parsed.ts';
import type { Selection, StoredBinding } from './resolution.ts';

export interface LocatedFormatFault extends ParseFault {
  /** Where in the request the format stands (RFC 6901). */
  readonly pointer: string;
}

/** Every format of a request that is not one, for a 422. An empty format is none, and may be missing rightly. */
export function formatFaults(
  selection: Selection | null,
  storedBinding: StoredBinding | null,
): readonly LocatedFormatFault[] {
  const formats: readonly (readonly [pointer: string, format: string | undefined])[] = [
    ['/selection/format', selection?.format],
    ['/storedBinding/source/format', storedBinding?.source.format],
    ['/storedBinding/target/format', storedBinding?.target.format],
  ];
  return formats.flatMap(([pointer, format = '']) => {
    const read = format === '' ? null : parseFormat(format);
    return read === null || read.ok ? [] : [{ pointer, ...read.fault }];
  });
}
