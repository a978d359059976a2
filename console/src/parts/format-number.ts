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
