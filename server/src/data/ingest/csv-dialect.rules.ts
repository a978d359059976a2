const USUAL = [',', '\t', ';', '|'] as const;
const RECORDS_LOOKED_AT = 200;
/** Does not occur in text: a file of one column has no separator, and its values may hold any common separator. */
const NONE = '\u001f';

interface ScoredDialect {
  readonly dialect: Dialect;
  readonly width: number;
  /** The share of records as wide as the first. */
  readonly even: number;
}

/** Finds separator, quote and escape from the beginning of a file. `complete`: there is no more of it. */
export function findDialect(text: string, complete: boolean): Dialect {
  const escapedBy = /[^\\]\\"/.test(text) && !/[^,;|\t\n\r]""/.test(text) ? '\\' : '"';
  const quotes = text.includes('"') ? ['"'] : ['"', "'"];
  const rank = (separators: readonly string[]) =>
    quotes
      .flatMap((quote) =>
        separators.map((separator) =>
          scoreDialect(text, { separator, quote, escape: quote === '"' ? escapedBy : quote }, complete),
        ),
      )
      .filter(({ width }) => width > 1)
      .filter(({ dialect }) => dialect.quote === '"' || usesQuote(text, dialect))
      .sort((a, b) => b.even - a.even || b.width - a.width || quoteRank(b) - quoteRank(a));
  const [usual] = rank(USUAL);
  if (usual) return usual.dialect;
  // Any other sign will do, as long as every line agrees on it.
  const [other] = rank(unusualSigns(text)).filter(({ even }) => even === 1);
  return other?.dialect ?? { separator: NONE, quote: '"', escape: escapedBy };
}

function scoreDialect(text: string, dialect: Dialect, complete: boolean): ScoredDialect {
  const records = csvRecords(text, dialect, RECORDS_LOOKED_AT).filter((record) => complete || !record.open);
  const width = records[0]?.values.length ?? 0;
  const same = records.filter((record) => record.values.length === width).length;
  return { dialect, width, even: same / Math.max(1, records.length) };
}

const quoteRank = ({ dialect }: ScoredDialect) => (dialect.quote === "'" ? 1 : 0);

/** Apostrophes are common in text: they are quotes only where values begin and end with them. */
function usesQuote(text: string, { separator, quote }: Dialect): boolean {
  const [first = ''] = text.trimStart().split(/\r?\n/, 1);
  return first.startsWith(quote) && first.endsWith(quote) && first.includes(quote + separator + quote);
}

/** Signs of the first line that are neither letters, digits nor usual in names. */
function unusualSigns(text: string): string[] {
  const [first = ''] = text.trimStart().split(/[\r\n]/, 1);
  return [...new Set(first.match(/[^\p{L}\p{N}_"'.()[\]{}\-/%$\p{Cs}]/gu) ?? [])];
}

/** How values are set apart in a text file. */
export interface Dialect {
  readonly separator: string;
  readonly quote: string;
  readonly escape: string;
}

export interface HeadRecord {
  readonly values: readonly string[];
  /** Counted from 1, where the record begins. */
  readonly line: number;
  /** The text ended inside this record. */
  readonly open: boolean;
}

/**
 * The first records of a text, by the usual rules: a quoted value may hold separators, line ends and doubled quotes.
 * For looking at the beginning of a file; the file itself is read by DuckDB.
 */
export function csvRecords(text: string, dialect: Dialect, most: number): HeadRecord[] {
  const { separator, quote, escape: escapedBy } = dialect;
  const records: HeadRecord[] = [];
  let values: string[] = [];
  let value = '';
  let quoted = false;
  let atStart = true;
  let line = 1;
  let began = 1;
  const endRecord = (open: boolean) => {
    values.push(value);
    // An empty line is no record.
    if (values.length > 1 || value !== '' || open) records.push({ values, line: began, open });
    values = [];
    value = '';
    atStart = true;
    began = line;
  };
  for (let i = 0; i < text.length && records.length < most; i++) {
    const char = text[i] as string;
    if (char === '\n' || (char === '\r' && text[i + 1] !== '\n')) line += 1;
    if (quoted) {
      if (char === escapedBy && text[i + 1] === quote) {
        value += quote;
        i += 1;
      } else if (char === quote) quoted = false;
      else value += char;
    } else if (char === quote && atStart) {
      quoted = true;
      atStart = false;
    } else if (char === separator) {
      values.push(value);
      value = '';
      atStart = true;
    } else if (char === '\n' || char === '\r') {
      if (char === '\r' && text[i + 1] === '\n') {
        i += 1;
        line += 1;
      }
      endRecord(false);
    } else {
      value += char;
      atStart = false;
    }
  }
  if (records.length < most && (values.length > 0 || value !== '' || quoted)) endRecord(true);
  return records;
}
