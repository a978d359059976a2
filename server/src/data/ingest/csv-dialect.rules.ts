import { csvRecords, type Dialect } from './csv-records.ts';

const USUAL = [',', '\t', ';', '|'] as const;
const RECORDS_LOOKED_AT = 200;
/** Does not occur in text: a file of one column has no separator, and its values may hold any of the usual ones. */
const NONE = '\u001f';

interface Judged {
  readonly dialect: Dialect;
  readonly width: number;
  /** The share of records as wide as the first. */
  readonly even: number;
}

/** Finds separator, quote and escape from the beginning of a file. `complete`: there is no more of it. */
export function findDialect(text: string, complete: boolean): Dialect {
  const escapedBy = /[^\\]\\"/.test(text) && !/[^,;|\t\n\r]""/.test(text) ? '\\' : '"';
  const quotes = text.includes('"') ? ['"'] : ['"', "'"];
  const judged = (separators: readonly string[]) =>
    quotes
      .flatMap((quote) =>
        separators.map((separator) =>
          judge(text, { separator, quote, escape: quote === '"' ? escapedBy : quote }, complete),
        ),
      )
      .filter(({ width }) => width > 1)
      .filter(({ dialect }) => dialect.quote === '"' || usesQuote(text, dialect))
      .sort((a, b) => b.even - a.even || b.width - a.width || quoteRank(b) - quoteRank(a));
  const [usual] = judged(USUAL);
  if (usual) return usual.dialect;
  // Any other sign will do, as long as every line agrees on it.
  const [other] = judged(unusualSigns(text)).filter(({ even }) => even === 1);
  return other?.dialect ?? { separator: NONE, quote: '"', escape: escapedBy };
}

function judge(text: string, dialect: Dialect, complete: boolean): Judged {
  const records = csvRecords(text, dialect, RECORDS_LOOKED_AT).filter((record) => complete || !record.open);
  const width = records[0]?.values.length ?? 0;
  const same = records.filter((record) => record.values.length === width).length;
  return { dialect, width, even: same / Math.max(1, records.length) };
}

const quoteRank = ({ dialect }: Judged) => (dialect.quote === "'" ? 1 : 0);

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
