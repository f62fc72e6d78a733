import { type Logger, pino } from 'pino';
import type { Settings } from '../cli/configuration/settings.ts';

/** JSON on the standard error output. */
export function createLog(settings: Settings): Logger {
  return pino({ level: logLevel(settings) }, pino.destination(2));
}

/** A person at a terminal reads the welcome, not one line per request. */
function logLevel({ PLUMBLINE_LOG_LEVEL: level }: Settings): string {
  if (level !== 'auto') return level;
  return process.stderr.isTTY ? 'warn' : 'info';
}
