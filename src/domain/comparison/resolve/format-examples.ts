import type { BySide } from '../by-side.ts';
import type { LogicalType } from '../logical-type.ts';

export const encodingExamples: readonly string[] = Object.freeze(['hex', 'base64']);

const epochs = ['epoch_s', 'epoch_ms', 'epoch_us'];

/** Formats to offer where text or a number is read as the date, time or timestamp beside it; the likeliest first. */
export function dateTimeExamples({ source, target }: BySide<LogicalType>): readonly string[] {
  const [value, peer] = isTemporal(source) ? [target, source] : [source, target];
  if (value.kind === 'string') return examplesForText(peer);
  const whole = value.kind === 'long' || (value.kind === 'decimal' && value.scale === 0);
  if (!whole) return epochs;
  return peer.kind === 'date' ? ['yyyyMMdd', ...epochs] : [...epochs, 'yyyyMMddHHmmss'];
}

function examplesForText(peer: LogicalType): readonly string[] {
  if (peer.kind === 'date') return ['yyyy-MM-dd', 'dd/MM/yyyy', 'MM/dd/yyyy', 'yyyyMMdd', 'd MMM yyyy'];
  if (peer.kind === 'time') return ['HH:mm:ss', 'HH:mm', 'HH:mm:ss.SSSSSS', 'hh:mm a'];
  const zoned = peer.kind === 'timestamp' && peer.zoned;
  return zoned
    ? ["yyyy-MM-dd'T'HH:mm:ssXXX", "yyyy-MM-dd'T'HH:mm:ss.SSSXXX", 'yyyy-MM-dd HH:mm:ss', 'epoch_ms']
    : ['yyyy-MM-dd HH:mm:ss', "yyyy-MM-dd'T'HH:mm:ss", 'yyyy-MM-dd HH:mm:ss.SSS', 'yyyy-MM-dd', 'epoch_ms'];
}

function isTemporal({ kind }: LogicalType): boolean {
  return kind === 'date' || kind === 'time' || kind === 'timestamp';
}
