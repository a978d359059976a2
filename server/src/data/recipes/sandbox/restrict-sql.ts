import type { Dialect } from '../compiler/dialects/dialect.ts';
import { dialects } from '../compiler/dialects/index.ts';
import { mustBeShallow } from './bounds.ts';
import { parseQuery } from './parse-query.ts';
import { Reader } from './reader.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';
import { tokens } from './tokens.ts';
import { type Readable, type WrittenQuery, writeQuery } from './write-query.ts';

export interface SqlToRestrict {
  readonly text: string;
  readonly writtenIn: Dialect;
  readonly dialect: Dialect;
  readonly tables: readonly Readable[];
}

export interface RestrictedSql extends WrittenQuery {
  /** Whether the person asked for an order, which a limit has to respect. */
  readonly ordered: boolean;
}

/**
 * Reads one SELECT over the given tables and writes it anew for a dialect. Whatever has no place in the grammar cannot be
 * said: other statements, other tables, functions that are not in the list. Throws `SandboxRefusal`.
 */
export function restrictSql({ text, writtenIn, dialect, tables }: SqlToRestrict): RestrictedSql {
  const reader = new Reader(tokens(text, dialects[writtenIn]));
  if (!reader.isWord('select') && !reader.isWord('with')) reader.refuse('SELECT or WITH: a recipe only reads');
  const query = parseQuery(reader);
  reader.takeSign(';');
  if (reader.look().kind !== 'end') reader.refuse('the end: a recipe is one statement');
  mustBeShallow(query);
  const written = writeQuery(query, tables, { dialect: dialects[dialect], writtenIn });
  const seen = new Set<string>();
  for (const { name } of written.columns) {
    if (seen.has(name.toLowerCase()))
      throw new SandboxRefusal(`Two columns of the result are called ${JSON.stringify(name)}: rename one with AS`, 0);
    seen.add(name.toLowerCase());
  }
  return { ...written, ordered: query.orderBy.length > 0 };
}
