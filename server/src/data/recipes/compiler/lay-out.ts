import type { DialectTable } from './dialects/dialect.ts';

/** Indents lines by the brackets that are open around them. Line breaks inside names and texts are left alone. */
export function layOut(sql: string, dialect: DialectTable): string {
  const escapesText = dialect.strings === 'backslash';
  const escapesNames = dialect.names.escape.startsWith('\\');
  let result = '';
  let depth = 0;
  let quote = '';
  let done = 0;
  const signs = /[\\'"`()\n]/g;
  for (let found = signs.exec(sql); found !== null; found = signs.exec(sql)) {
    const at = found.index;
    const sign = found[0];
    result += sql.slice(done, at + 1);
    done = at + 1;
    if (quote !== '') {
      // A doubled quote closes and opens again at once, which comes to the same.
      if (sign === '\\' && isEscaping(quote, sql, at)) {
        result += sql.charAt(done);
        done += 1;
        signs.lastIndex = done;
      } else if (sign === quote) quote = '';
    } else if (sign === "'" || sign === dialect.names.quote) quote = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === '\n') result += '  '.repeat(Math.max(0, depth - (sql.charAt(at + 1) === ')' ? 1 : 0)));
  }
  return result + sql.slice(done);

  function isEscaping(inside: string, text: string, place: number): boolean {
    if (inside !== "'") return escapesNames;
    return escapesText || startsWithE(text, place);
  }

  /** PostgreSQL's `E'...'` is written only by us, and only with doubled backslashes: skipping a pair is right. */
  function startsWithE(text: string, place: number): boolean {
    return dialect.strings === 'doubled-with-e' && text.charAt(place + 1) === '\\';
  }
}
