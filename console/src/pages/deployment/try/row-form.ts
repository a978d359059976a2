import type { Feature, InputRow } from '../../../api/deployments.ts';
import type { Distribution } from '../../../api/monitoring.ts';

/** What is typed into one cell. */
export type Typed = Readonly<Record<string, string>>;

const DAY = 10;
const pad = (value: number): string => String(value).padStart(2, '0');

/** A date in the format the model learned dates in; only what calendars need is known. */
function dateText(format: string | null, date: Date): string {
  if (format === null) return date.toISOString().slice(0, DAY);
  const parts: Readonly<Record<string, string>> = {
    '%Y': String(date.getUTCFullYear()),
    '%m': pad(date.getUTCMonth() + 1),
    '%d': pad(date.getUTCDate()),
    '%H': pad(date.getUTCHours()),
    '%M': pad(date.getUTCMinutes()),
    '%S': pad(date.getUTCSeconds()),
  };
  return format.replace(/%[YmdHMS]/g, (code) => parts[code] ?? '');
}

const usual = (typical: string | number): string =>
  typeof typical === 'number' ? String(Number(typical.toPrecision(6))) : typical;

/** Sensible values to begin with: the median of numbers, the most frequent name, the first date to forecast, or else today. */
export function firstRow(features: readonly Feature[], seen: readonly Distribution[], now: Date): Typed {
  const typical = new Map(seen.filter(({ role }) => role === 'feature').map((one) => [one.name, one.typical]));
  return Object.fromEntries(
    features.map(({ name, featureType, dateFormat, nextDate }) => {
      const value = typical.get(name);
      if (featureType === 'Date') return [name, dateText(dateFormat, nextDate === null ? now : new Date(nextDate))];
      return [name, value === null || value === undefined ? '' : usual(value)];
    }),
  );
}

/** The names worth suggesting for a feature, most frequent first. */
export function suggestions(seen: readonly Distribution[], name: string): string[] {
  const found = seen.find((one) => one.role === 'feature' && one.name === name);
  if (found?.kind !== 'names') return [];
  return found.bins
    .filter((bin) => bin.name !== null)
    .sort((a, b) => (b.baseline ?? 0) - (a.baseline ?? 0))
    .map(({ name: text }) => text ?? '');
}

const isNumber = (featureType: string): boolean =>
  ['Numeric', 'Percentage', 'Currency', 'Length'].includes(featureType);

/** What is sent: numbers as numbers, empty cells as null. A word where a number belongs stays, for the server to name. */
export function rowOf(features: readonly Feature[], typed: Typed): InputRow {
  return Object.fromEntries(
    features.map(({ name, featureType }) => {
      const text = (typed[name] ?? '').trim();
      if (text === '') return [name, null];
      const value = Number(text);
      return [name, isNumber(featureType) && Number.isFinite(value) ? value : text];
    }),
  );
}
