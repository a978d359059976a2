/**
 * JSON whose whole numbers keep every digit. A double holds them exactly up to 2^53; beyond, they are BigInt here, as
 * on the server: quotas count up to 64 bits.
 */
export function parseExact(text: string): unknown {
  if (!LONG.test(text)) return JSON.parse(text);
  const mark = markFor(text);
  const marked = text.replace(TOKEN, (token) => (isUnsafe(token) ? `"${mark}${token}"` : token));
  return JSON.parse(marked, (_, value: unknown) =>
    typeof value === 'string' && value.startsWith(mark) ? BigInt(value.slice(mark.length)) : value,
  );
}

/** Nothing but the digits of a BigInt is written otherwise than JSON.stringify writes it. */
export function printExact(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Array.isArray(value)) return `[${value.map((item) => printExact(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const pairs = Object.entries(value).filter(([, inner]) => inner !== undefined);
  return `{${pairs.map(([name, inner]) => `${JSON.stringify(name)}:${printExact(inner)}`).join(',')}}`;
}

const LONG = /\d{16}/;
/** A text, or a number: digits inside a text are left alone, because the text is matched first. */
const TOKEN = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;
const WHOLE = /^-?\d{16,}$/;

const isUnsafe = (token: string): boolean => WHOLE.test(token) && !Number.isSafeInteger(Number(token));

/** A beginning that no text of the document can have. */
function markFor(text: string): string {
  let mark = 'exact:';
  while (text.includes(mark)) mark = `${mark}:`;
  return mark;
}
