import { parsePrimary } from './parse-primary.ts';
import { parseType } from './parse-type.ts';
import type { Reader } from './reader.ts';
import type { Expression, Query } from './tree.ts';

/** Reads what may stand between brackets as a query, where the text may hold one at all. */
export type QueryParser = (reader: Reader) => Query;

const COMPARISONS = ['=', '<>', '!=', '<=', '>=', '<', '>'] as const;

/** An expression: `OR` binds least, then `AND`, `NOT`, comparisons, sums, products, casts. */
export function parseExpression(reader: Reader, queries?: QueryParser): Expression {
  const level = (next: () => Expression, take: () => string | undefined) => {
    let left = next();
    for (let sign = take(); sign !== undefined; sign = take()) left = { kind: 'binary', sign, left, right: next() };
    return left;
  };
  const product = () =>
    level(
      () => unary(reader, queries),
      () => reader.takeSign('*', '/', '%'),
    );
  const sum = () => level(product, () => reader.takeSign('+', '-', '||'));
  const negation = (): Expression =>
    reader.takeWords('not') ? { kind: 'not', of: reader.nested(negation) } : predicates(sum(), sum, reader, queries);
  const conjunction = () => level(negation, () => (reader.takeWords('and') ? 'AND' : undefined));
  return reader.nested(() => level(conjunction, () => (reader.takeWords('or') ? 'OR' : undefined)));
}

function unary(reader: Reader, queries?: QueryParser): Expression {
  if (reader.takeSign('-') !== undefined) return { kind: 'negate', of: reader.nested(() => unary(reader, queries)) };
  if (reader.takeSign('+') !== undefined) return reader.nested(() => unary(reader, queries));
  let value = parsePrimary(reader, queries);
  while (reader.takeSign('::') !== undefined) value = { kind: 'cast', of: value, type: parseType(reader) };
  return value;
}

/** Comparisons and the predicates written as words. They do not chain: `a < b < c` is refused. */
function predicates(left: Expression, operand: () => Expression, reader: Reader, queries?: QueryParser): Expression {
  const sign = reader.takeSign(...COMPARISONS);
  if (sign !== undefined) return { kind: 'binary', sign: sign === '!=' ? '<>' : sign, left, right: operand() };
  if (reader.takeWords('is')) return isPredicate(left, operand, reader);
  const not = reader.isWord('not') && ['between', 'in', 'like', 'ilike'].some((word) => reader.isWord(word, 1));
  if (not) reader.next();
  if (reader.takeWords('between')) {
    const low = operand();
    reader.needWords('and');
    return { kind: 'between', of: left, low, high: operand(), not };
  }
  if (reader.takeWords('in')) {
    reader.needSign('(');
    const list =
      queries !== undefined && (reader.isWord('select') || reader.isWord('with'))
        ? queries(reader)
        : reader.list(() => parseExpression(reader, queries));
    reader.needSign(')');
    return { kind: 'in', of: left, list, not };
  }
  if (reader.takeWords('like')) return { kind: 'like', of: left, pattern: operand(), not, ignoreCase: false };
  if (reader.takeWords('ilike')) return { kind: 'like', of: left, pattern: operand(), not, ignoreCase: true };
  return left;
}

function isPredicate(left: Expression, operand: () => Expression, reader: Reader): Expression {
  const not = reader.takeWords('not');
  if (reader.takeWords('distinct', 'from')) return { kind: 'distinct', left, right: operand(), not };
  if (reader.takeWords('null')) return { kind: 'is', of: left, not, what: 'NULL' };
  if (reader.takeWords('true')) return { kind: 'is', of: left, not, what: 'TRUE' };
  if (reader.takeWords('false')) return { kind: 'is', of: left, not, what: 'FALSE' };
  return reader.refuse('NULL, TRUE, FALSE or DISTINCT FROM after IS');
}
