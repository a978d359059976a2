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
