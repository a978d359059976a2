/** Ways people write dates, and the `strptime` formats that read them; where two would, the first is preferred. */
const MONTH = '(?:jan|feb|mar|apr|may|jun|jul|aug|sept?|oct|nov|dec)[a-z]{0,6}';

const DATES: readonly (readonly [shape: string, formats: readonly string[]])[] = [
  ['\\d{4}-\\d{1,2}-\\d{1,2}', ['%Y-%m-%d']],
  ['\\d{4}/\\d{1,2}/\\d{1,2}', ['%Y/%m/%d']],
  ['\\d{4}\\.\\d{1,2}\\.\\d{1,2}', ['%Y.%m.%d']],
  ['\\d{1,2}/\\d{1,2}/\\d{4}', ['%m/%d/%Y', '%d/%m/%Y']],
  ['\\d{1,2}-\\d{1,2}-\\d{4}', ['%m-%d-%Y', '%d-%m-%Y']],
  ['\\d{1,2}\\.\\d{1,2}\\.\\d{4}', ['%d.%m.%Y', '%m.%d.%Y']],
  ['\\d{1,2}/\\d{1,2}/\\d{2}', ['%m/%d/%y', '%d/%m/%y']],
  ['\\d{1,2}-\\d{1,2}-\\d{2}', ['%m-%d-%y', '%d-%m-%y']],
  ['\\d{1,2}\\.\\d{1,2}\\.\\d{2}', ['%d.%m.%y', '%m.%d.%y']],
  [`\\d{1,2}-${MONTH}-\\d{4}`, ['%d-%b-%Y', '%d-%B-%Y']],
  [`\\d{1,2} ${MONTH} \\d{4}`, ['%d %b %Y', '%d %B %Y']],
  [`\\d{1,2}${MONTH}\\d{4}`, ['%d%b%Y']],
  [`\\d{1,2}-${MONTH}-\\d{2}`, ['%d-%b-%y']],
  [`${MONTH} \\d{1,2}, \\d{4}`, ['%b %d, %Y', '%B %d, %Y']],
  [`${MONTH} \\d{1,2} \\d{4}`, ['%b %d %Y', '%B %d %Y']],
  ['\\d{4}-\\d{1,2}', ['%Y-%m']],
  ['\\d{4}/\\d{1,2}', ['%Y/%m']],
  ['\\d{1,2}/\\d{4}', ['%m/%Y']],
  [`${MONTH} \\d{4}`, ['%b %Y', '%B %Y']],
  [`${MONTH}-\\d{4}`, ['%b-%Y', '%B-%Y']],
  [`${MONTH}-\\d{2}`, ['%b-%y']],
];

const dates = DATES.map(([shape, formats]) => ({ shape: new RegExp(`^(?:${shape})(?![\\d.])`, 'i'), formats }));
const TIME = /^(T| )(\d{1,2}:\d{2})(:\d{2})?(\.\d{1,6})?( ?[ap]m)?(Z|[+-]\d{2}:?\d{2})?$/i;

function timeFormat(rest: string): string | undefined {
  if (rest === '') return '';
  const match = TIME.exec(rest);
  if (match === null) return undefined;
  const [, between = '', , seconds, fraction, half, zone] = match;
  const hours = half === undefined ? '%H:%M' : '%I:%M';
  const halfFormat = half === undefined ? '' : half.startsWith(' ') ? ' %p' : '%p';
  const zoneFormat = zone === undefined ? '' : zone === 'Z' ? 'Z' : '%z';
  return `${between}${hours}${seconds ? ':%S' : ''}${fraction ? '.%f' : ''}${halfFormat}${zoneFormat}`;
}

/** Every format that might read this text, none when it is no date. */
export function formatsOf(text: string): readonly string[] {
  for (const { shape, formats } of dates) {
    const day = shape.exec(text)?.[0];
    const time = day === undefined ? undefined : timeFormat(text.slice(day.length));
    if (time !== undefined) return formats.map((format) => format + time);
  }
  return [];
}

export interface DateReading {
  /** Formats that might read every value, in order of preference. */
  readonly one: readonly string[];
  /** Formats met when it takes several to read them: most frequent first. */
  readonly several: readonly string[];
}

/** Share of the values that must look like dates before a column is called one of dates in mixed formats. */
const MOSTLY = 0.9;

/** How a handful of values, missing ones left out, might be read. What is proposed still has to read all the others. */
export function dateReading(values: readonly string[]): DateReading {
  const met = new Map<string, number>();
  let readable = 0;
  for (const value of values) {
    const formats = formatsOf(value);
    if (formats.length > 0) readable++;
    for (const format of formats) met.set(format, (met.get(format) ?? 0) + 1);
  }
  const ordered = [...met].sort(([, a], [, b]) => b - a);
  const one = ordered.filter(([, count]) => count === values.length).map(([format]) => format);
  const mixed = one.length === 0 && values.length > 0 && readable >= MOSTLY * values.length;
  return { one, several: mixed ? ordered.map(([format]) => format) : [] };
}

/** Whether the format says more than the day. */
export const hasTime = (format: string): boolean => format.includes('%H') || format.includes('%I');
