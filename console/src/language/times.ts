const units = [
  ['d', 86_400],
  ['h', 3600],
  ['min', 60],
  ['s', 1],
] as const;

/** In the largest two units: `2 h 5 min`, `3 min 20 s`, `4.2 s`, `180 ms`. */
export function formatDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.max(0, Math.round(milliseconds))} ms`;
  if (milliseconds < 10_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  let rest = Math.round(milliseconds / 1000);
  const parts: string[] = [];
  for (const [unit, seconds] of units) {
    const amount = Math.floor(rest / seconds);
    rest -= amount * seconds;
    if (amount > 0) parts.push(`${amount} ${unit}`);
    else if (parts.length > 0) break;
    if (parts.length === 2) break;
  }
  return parts.join(' ');
}

const steps = [
  { below: 45, seconds: 1, unit: 'second' },
  { below: 45 * 60, seconds: 60, unit: 'minute' },
  { below: 22 * 3600, seconds: 3600, unit: 'hour' },
  { below: 26 * 86_400, seconds: 86_400, unit: 'day' },
  { below: 320 * 86_400, seconds: 30.44 * 86_400, unit: 'month' },
  { below: Number.POSITIVE_INFINITY, seconds: 365.25 * 86_400, unit: 'year' },
] as const;

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });

/** `5 minutes ago`, `in 3 days`, `yesterday`. */
export function formatRelative(instant: Date, now: Date): string {
  const seconds = (instant.getTime() - now.getTime()) / 1000;
  const step = steps.find(({ below }) => Math.abs(seconds) < below) ?? steps[0];
  if (step.unit === 'second')
    return Math.abs(seconds) < 10 ? 'just now' : relative.format(Math.round(seconds), 'second');
  return relative.format(Math.round(seconds / step.seconds), step.unit);
}

const exact = new Intl.DateTimeFormat('en-GB', {
  dateStyle: 'medium',
  timeStyle: 'long',
});

/** A tick of a schedule on the clock of its zone: `Fri 13 Mar, 06:00`. */
export function formatTick(instant: Date, timeZone: string): string {
  return new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
  }).format(instant);
}

/** The exact instant in the reader's zone, for the hover of a relative one. */
export function formatInstant(instant: Date): string {
  return exact.format(instant);
}
