/** Numbers as people read them, the same on every machine whatever its locale. */

const grouped = new Intl.NumberFormat('en-US');

export function count(value: number): string {
  return grouped.format(value);
}

/** `1 row`, `2,000 rows`. */
export function counted(value: number, noun: string, plural = `${noun}s`): string {
  return `${count(value)} ${value === 1 ? noun : plural}`;
}

/** `30 %`; what is below a tenth of a percent is said as `1 in 44,843`, which says more than a row of zeros. */
export function share(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0 %';
  if (part === whole) return '100 %';
  if (part / whole < 0.001) return `1 in ${count(Math.round(whole / part))}`;
  const percent = (part / whole) * 100;
  // Nearly all is not all.
  const shown = Math.min(99.9, Number(percent.toFixed(1)));
  return `${shown} %`;
}

export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  return `${Math.floor(milliseconds / 60_000)} min ${Math.round((milliseconds % 60_000) / 1000)} s`;
}

export function bytes(value: number): string {
  if (value < 1 << 30) return `${count(Math.round(value / (1 << 20)))} MiB`;
  return `${(value / (1 << 30)).toFixed(1)} GiB`;
}
