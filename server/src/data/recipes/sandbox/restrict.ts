import type { Column, Dialect } from '../dialects/dialect.ts';
import { dialects } from '../dialects/index.ts';
import { mustBeShallow, SandboxRefusal } from './bounds.ts';
import { parseExpression } from './parse-expression.ts';
import { parseQuery } from './parse-query.ts';
import type { Written } from './scope.ts';
import { Reader, tokens } from './tokens.ts';
import type { Expression } from './tree.ts';
import { writeExpression } from './write-expression.ts';
import { type Readable, type WrittenQuery, writeQuery } from './write-query.ts';

interface SqlToRestrict {
  readonly text: string;
  readonly writtenIn: Dialect;
  readonly dialect: Dialect;
  readonly tables: readonly Readable[];
}

interface RestrictedSql extends WrittenQuery {
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
      throw new SandboxRefusal(`Two columns of the result are called ${JSON.stringify(name)}: rename one with AS`);
    seen.add(name.toLowerCase());
  }
  return { ...written, ordered: query.orderBy.length > 0 };
}

/** What a person wrote, in which language, and over which columns it is computed. */
interface ExpressionToRestrict {
  readonly text: string;
  readonly writtenIn: Dialect;
  readonly dialect: Dialect;
  readonly columns: readonly Column[];
}

/**
 * Reads an expression over the columns of one row and writes it anew for a dialect. It can compute and nothing else:
 * no tables, no queries, and only functions of the list. Throws `SandboxRefusal`.
 */
export function restrictExpression({ text, writtenIn, dialect, columns }: ExpressionToRestrict): Written {
  const reader = new Reader(tokens(text, dialects[writtenIn]));
  const tree = parseExpression(reader);
  if (reader.look().kind !== 'end') reader.refuse('the end of the expression');
  mustBeShallow(tree);
  mustBePerRow(tree);
  const scope = { relations: [{ alias: '', columns }], qualified: false };
  return writeExpression(tree, scope, { dialect: dialects[dialect], writtenIn });
}

const AGGREGATES = new Set(['count', 'sum', 'avg', 'min', 'max', 'median', 'stddev', 'variance']);

/** A new column has a value per row: `sum(x)` alone has not, `sum(x) OVER (...)` has. */
function mustBePerRow(tree: Expression): void {
  if (tree.kind === 'call' && AGGREGATES.has(tree.name) && tree.over === undefined)
    throw new SandboxRefusal(
      `${tree.name} makes one value of many rows: add OVER (PARTITION BY ...), or use the aggregate operation`,
      tree.at,
    );
  for (const part of Object.values(tree)) {
    for (const one of (Array.isArray(part) ? part.flat() : [part]) as unknown[]) if (isTree(one)) mustBePerRow(one);
  }
}

const isTree = (part: unknown): part is Expression =>
  typeof part === 'object' && part !== null && 'kind' in part && typeof part.kind === 'string';
