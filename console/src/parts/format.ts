const NOTHING = '–';

/** Four digits that matter: `0.08412`, `12.35`, `1,234`. */
export function figure(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return NOTHING;
  const size = Math.abs(value);
  if (size !== 0 && (size < 0.0001 || size >= 1e9)) return value.toExponential(3);
  if (size >= 1000) return value.toLocaleString('en', { maximumFractionDigits: 0 });
  return Number(value.toPrecision(4)).toLocaleString('en', { maximumFractionDigits: 6 });
}

export const whole = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : Math.round(value).toLocaleString('en');

/** A share of one, in percent. */
export const share = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : `${Number((value * 100).toPrecision(3))} %`;

export function bytes(size: number | null | undefined): string {
  if (size === null || size === undefined) return NOTHING;
  const units = ['B', 'kB', 'MB', 'GB', 'TB'];
  const step = Math.min(units.length - 1, size < 1 ? 0 : Math.floor(Math.log10(size) / 3));
  return `${Number((size / 1000 ** step).toPrecision(3))} ${units[step]}`;
}

export const milliseconds = (value: number | null | undefined): string =>
  value === null || value === undefined ? NOTHING : `${figure(value)} ms`;

const two = (value: number): string => String(value).padStart(2, '0');

const formatParts = (year: number, month: number, day: number, hour: number, minute: number): string =>
  `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;

/** `2026-11-15 14:03 UTC` */
export function inUtc(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const day = [time.getUTCFullYear(), time.getUTCMonth() + 1, time.getUTCDate()] as const;
  return `${formatParts(...day, time.getUTCHours(), time.getUTCMinutes())} UTC`;
}

/** `2026-11-15 15:03 (Europe/Zurich)`: the reader's own zone. */
export function inLocalTime(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return iso;
  const day = [time.getFullYear(), time.getMonth() + 1, time.getDate()] as const;
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return `${formatParts(...day, time.getHours(), time.getMinutes())} (${zone})`;
}

const STEPS = [
  { seconds: 86_400, name: 'd' },
  { seconds: 3_600, name: 'h' },
  { seconds: 60, name: 'min' },
] as const;

/** `12 s`, `3 min`, `2 h`: the largest unit that fits, whole. */
export function duration(seconds: number): string {
  const step = STEPS.find((one) => seconds >= one.seconds);
  return step ? `${Math.floor(seconds / step.seconds)} ${step.name}` : `${Math.max(0, Math.round(seconds))} s`;
}

/**
 * The ID of a series as the API writes it: one value as it is, several joined by ` | ` with `\` before every `|` and `\`
 * inside a value.
 */
export const seriesIdOf = (values: readonly string[]): string =>
  values.length === 1 ? (values[0] ?? '') : values.map((value) => value.replace(/[\\|]/g, '\\$&')).join(' | ');

export interface Period {
  readonly start: string;
  readonly end: string;
}

const HOUR_MS = 3_600_000;

/** The beginning of a bucket: `11-15 14:00`, or the day alone where buckets are days. */
export function bucketText({ start, end }: Period): string {
  const wide = start.slice(11, 16) === '00:00' && Date.parse(end) - Date.parse(start) > HOUR_MS;
  return wide ? start.slice(5, 10) : `${start.slice(5, 10)} ${start.slice(11, 16)}`;
}
