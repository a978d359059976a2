/** Powers of ten that a double holds exactly. */
const POWERS = Float64Array.from({ length: 23 }, (_, power) => Number(`1e${power}`));

const SPACE = 0x20;
const MINUS = 0x2d;
const PLUS = 0x2b;
const POINT = 0x2e;

/**
 * The number in bytes [from, to), or NaN where that is not plain digits: then `numberIn` decides. Up to fifteen digits
 * and a division by a power of ten below 1e22 round once, so the answer is the double that `Number` gives.
 */
export function plainNumber(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  let end = to;
  while (at < end && bytes[at] === SPACE) at++;
  while (end > at && bytes[end - 1] === SPACE) end--;
  const first = bytes[at];
  const negative = first === MINUS;
  if (negative || first === PLUS) at++;
  // A point, and room for a zero before it.
  if (at === end || end - at > 17) return Number.NaN;
  let whole = 0;
  let digits = 0;
  let decimals = -1;
  let hasDigit = false;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte >= 0x30 && byte <= 0x39) {
      hasDigit = true;
      whole = whole * 10 + (byte - 0x30);
      if (whole > 0) digits++;
      if (decimals >= 0) decimals++;
    } else if (byte === POINT && decimals < 0) decimals = 0;
    else return Number.NaN;
  }
  if (digits > 15 || !hasDigit) return Number.NaN;
  const value = decimals > 0 ? whole / (POWERS[decimals] as number) : whole;
  return negative ? -value : value;
}

/** Texts that mean "no value" in a column of numbers, dates or truth values. In a column of text they are text. */
const MISSING: ReadonlySet<string> = new Set([
  ...['', 'NA', 'N/A', 'n/a', 'na', '#N/A', '#NA', 'NaN', 'nan', '-NaN', '-nan', 'NULL', 'null', 'None', 'none'],
  ...['NONE', '?', '.', '-', 'inf', '-inf', 'Inf', '-Inf', 'INF', '-INF', 'Infinity', '-Infinity', '<NA>', 'NaT'],
  ...['1.#IND', '-1.#IND', '1.#QNAN', '-1.#QNAN'],
]);

const isMissing = (text: string): boolean => MISSING.has(text);

const PLAIN_NUMBER = /^[-+]?(\d+\.?\d*|\.\d+)([eE][-+]?\d{1,3})?$/;
const WRITTEN = /^[-(]?[$€£¥]? ?-?(\d{1,3}(,\d{3})+|\d+)(\.\d+)? ?[%€£]?\)?$/;
const LENGTH = /^(\d+)' ?(?:(\d{1,2}(?:\.\d+)?)")?$/;

/** A number as people write it, with its unit; NaN where there is none, undefined for what is no number. */
export function numberIn(written: string): number | undefined {
  const text = written.trim();
  if (MISSING.has(text)) return Number.NaN;
  if (PLAIN_NUMBER.test(text)) {
    const value = Number(text);
    return Number.isFinite(value) ? value : undefined;
  }
  if (WRITTEN.test(text)) {
    const value = Number(text.replace(/[^0-9.]/g, ''));
    return text.includes('-') || text.startsWith('(') ? -value : value;
  }
  const length = LENGTH.exec(text);
  return length === null ? undefined : Number(length[1]) * 12 + Number(length[2] ?? 0);
}

const TRUE: ReadonlySet<string> = new Set(['true', 'yes', '1', '1.0']);
const FALSE: ReadonlySet<string> = new Set(['false', 'no', '0', '0.0']);

/** 1, 0, or NaN where there is none; undefined for what is neither true nor false. */
export function truthIn(written: string): number | undefined {
  const text = written.trim();
  if (MISSING.has(text)) return Number.NaN;
  const word = text.toLowerCase();
  return TRUE.has(word) ? 1 : FALSE.has(word) ? 0 : undefined;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What a directive of `strptime` reads. */
const PIECES: Readonly<Record<string, string>> = {
  Y: '(?<year>\\d{4})',
  y: '(?<short>\\d{2})',
  m: '(?<month>\\d{1,2})',
  d: '(?<day>\\d{1,2})',
  b: '(?<name>[A-Za-z]{3,9})\\.?',
  B: '(?<name>[A-Za-z]{3,9})',
  H: '(?<hour>\\d{1,2})',
  I: '(?<hour>\\d{1,2})',
  M: '(?<minute>\\d{2})',
  S: '(?<second>\\d{2})',
  f: '(?<fraction>\\d{1,9})',
  p: '(?<half>[AaPp][Mm])',
  z: '(?<zone>Z|[+-]\\d{2}:?\\d{2})',
};

const pattern = (format: string): RegExp =>
  new RegExp(
    `^${format.replace(/%(\w)|[^%]+?(?=%|$)|%/g, (text, directive: string | undefined) =>
      directive !== undefined && directive in PIECES
        ? (PIECES[directive] as string)
        : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
    )}$`,
  );

const ISO =
  /^(?<year>\d{4})-(?<month>\d{1,2})(?:-(?<day>\d{1,2}))?(?:[T ](?<hour>\d{1,2}):(?<minute>\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d{1,9}))?)?)? ?(?<zone>Z|z|[+-]\d{2}:?\d{2})?$/;

const FOUR_CENTURIES = 146_097 * 86_400_000;

/** Milliseconds since 1970 of what a pattern found; undefined for the 31st of February. */
function instant(found: Readonly<Record<string, string | undefined>>): number | undefined {
  const year = found.year === undefined ? century(Number(found.short ?? 1970)) : Number(found.year);
  const month =
    found.name === undefined ? Number(found.month ?? 1) : 1 + MONTHS.indexOf(found.name.slice(0, 3).toLowerCase());
  const day = Number(found.day ?? 1);
  if (month < 1 || month > 12 || day < 1 || day > new Date(Date.UTC(year + 400, month, 0)).getUTCDate())
    return undefined;
  const hour = hourOf(Number(found.hour ?? 0), found.half);
  const [minute, second] = [Number(found.minute ?? 0), Number(found.second ?? 0)];
  if (hour === undefined || minute > 59 || second > 60) return undefined;
  const fraction = found.fraction === undefined ? 0 : Number(`0.${found.fraction}`) * 1000;
  // `Date.UTC` takes years before 100 for those of the last century; the calendar repeats after 400 years.
  return Date.UTC(year + 400, month - 1, day, hour, minute, second) - FOUR_CENTURIES + fraction - offset(found.zone);
}

/** As `strptime` has it: 69 to 99 are of the last century. */
const century = (short: number): number => (short < 69 ? 2000 + short : 1900 + short);

function hourOf(hour: number, half: string | undefined): number | undefined {
  if (half === undefined) return hour <= 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
}

function offset(zone: string | undefined): number {
  if (zone === undefined || /^z$/i.test(zone)) return 0;
  const minutes = Number(zone.slice(1, 3)) * 60 + Number(zone.slice(-2));
  return (zone.startsWith('-') ? -minutes : minutes) * 60_000;
}

const MOST_REMEMBERED = 10_000;

/**
 * Reads dates in the format the model learned them in, and in ISO 8601, which is what programs send. A time without a
 * zone is in UTC. NaN where there is none, undefined for what is no date.
 */
export function dateReader(format: string | null): (written: string) => number | undefined {
  const own = format === null ? null : pattern(format);
  // Rows of many series share their dates, and reading one costs a microsecond.
  const known = new Map<string, number | undefined>();
  return (written) => {
    const before = known.get(written);
    if (before !== undefined) return before;
    const text = written.trim();
    if (isMissing(text)) return Number.NaN;
    const found = own?.exec(text) ?? ISO.exec(text);
    const value = found?.groups === undefined ? undefined : instant(found.groups);
    if (known.size >= MOST_REMEMBERED) known.clear();
    known.set(written, value);
    return value;
  };
}
