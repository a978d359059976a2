import { nearNames } from '../dialects/quoting.ts';
import { SandboxRefusal } from './bounds.ts';
import { functionNamed, functionNames } from './functions.ts';
import { parseType, wholeNumber } from './parse-type.ts';
import { isReserved, type Reader } from './tokens.ts';
import type { DatePart, Expression, FrameEdge, Query, SortItem, Window } from './tree.ts';

/** Reads what may stand between brackets as a query, where the text may hold one at all. */
type QueryParser = (reader: Reader) => Query;

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

const PARTS: readonly DatePart[] = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];

/** A value that stands by itself: a literal, a column, a call, a bracket, CASE, CAST. */
function parsePrimary(reader: Reader, queries?: QueryParser): Expression {
  const token = reader.look();
  if (token.kind === 'number') return { kind: 'number', text: reader.next().value };
  if (token.kind === 'text') return { kind: 'text', value: reader.next().value };
  if (reader.takeSign('(') !== undefined) return bracket(reader, queries);
  if (reader.takeWords('null')) return { kind: 'constant', value: 'NULL' };
  if (reader.takeWords('true')) return { kind: 'constant', value: 'TRUE' };
  if (reader.takeWords('false')) return { kind: 'constant', value: 'FALSE' };
  if (reader.takeWords('case')) return cases(reader, queries);
  if (reader.isSign('(', 1)) {
    if (reader.takeWords('cast')) return cast(reader, queries);
    if (reader.takeWords('extract')) return extract(reader, queries);
    if (reader.isWord('exists') && queries !== undefined) {
      reader.next();
      reader.needSign('(');
      const query = queries(reader);
      reader.needSign(')');
      return { kind: 'exists', query };
    }
  }
  if (reader.look(1).kind === 'text' && token.kind === 'word') {
    if (token.value === 'date' || token.value === 'timestamp' || token.value === 'datetime') return moment(reader);
  }
  if (token.kind === 'word' && token.value === 'interval' && ['text', 'number'].includes(reader.look(1).kind))
    return interval(reader);
  if (token.kind === 'word' && reader.isSign('(', 1))
    return PARTS.some((part) => part === token.value) ? partCall(reader, queries) : parseCall(reader, queries);
  return column(reader);
}

function bracket(reader: Reader, queries?: QueryParser): Expression {
  const inner: Expression =
    queries !== undefined && (reader.isWord('select') || reader.isWord('with'))
      ? { kind: 'query', query: queries(reader) }
      : parseExpression(reader, queries);
  reader.needSign(')');
  return inner;
}

function cases(reader: Reader, queries?: QueryParser): Expression {
  const of = reader.isWord('when') ? undefined : parseExpression(reader, queries);
  const branches: (readonly [Expression, Expression])[] = [];
  while (reader.takeWords('when')) {
    const when = parseExpression(reader, queries);
    reader.needWords('then');
    branches.push([when, parseExpression(reader, queries)]);
  }
  if (branches.length === 0) reader.refuse('WHEN');
  const otherwise = reader.takeWords('else') ? parseExpression(reader, queries) : undefined;
  reader.needWords('end');
  return { kind: 'case', ...(of && { of }), branches, ...(otherwise && { otherwise }) };
}

function cast(reader: Reader, queries?: QueryParser): Expression {
  reader.needSign('(');
  const of = parseExpression(reader, queries);
  reader.needWords('as');
  const type = parseType(reader);
  reader.needSign(')');
  return { kind: 'cast', of, type };
}

function extract(reader: Reader, queries?: QueryParser): Expression {
  reader.needSign('(');
  const part = datePart(reader);
  reader.needWords('from');
  const of = parseExpression(reader, queries);
  reader.needSign(')');
  return { kind: 'extract', part, of };
}

/** `YEAR(d)` is `EXTRACT(YEAR FROM d)`. */
function partCall(reader: Reader, queries?: QueryParser): Expression {
  const part = datePart(reader);
  reader.needSign('(');
  const of = parseExpression(reader, queries);
  reader.needSign(')');
  return { kind: 'extract', part, of };
}

function datePart(reader: Reader): DatePart {
  const { value } = reader.look();
  const part = PARTS.find((one) => one === value.toLowerCase() || `${one}s` === value.toLowerCase());
  if (part === undefined) return reader.refuse(`a part of a date: ${PARTS.join(', ')}`);
  reader.next();
  return part;
}

/** `DATE '2024-01-31'`: looked at closely, because its text is written into SQL beside a keyword. */
function moment(reader: Reader): Expression {
  const type = reader.next().value === 'date' ? 'date' : 'timestamp';
  const { value } = reader.look();
  const shape = type === 'date' ? /^\d{4}-\d\d-\d\d$/ : /^\d{4}-\d\d-\d\d([ T]\d\d:\d\d(:\d\d(\.\d{1,6})?)?)?$/;
  if (!shape.test(value))
    reader.refuse(type === 'date' ? "a date like '2024-01-31'" : "a time like '2024-01-31 12:00:00'");
  reader.next();
  return { kind: 'moment', type, value: value.replace('T', ' ') };
}

/** `INTERVAL 3 DAY`, `INTERVAL '3' DAY`, `INTERVAL '3 days'`. */
function interval(reader: Reader): Expression {
  reader.next();
  const match = /^(-?\d{1,9})(?: +([a-z]+))?$/i.exec(reader.look().value.trim());
  const [, count = '', unit] = match ?? [];
  if (match === null) return reader.refuse("a count of a unit, like '3 days'");
  if (unit === undefined) {
    reader.next();
    return { kind: 'interval', count: Number(count), unit: datePart(reader) };
  }
  const part = PARTS.find((one) => one === unit.toLowerCase() || `${one}s` === unit.toLowerCase());
  if (part === undefined) return reader.refuse(`a unit of ${PARTS.join(', ')}`);
  reader.next();
  return { kind: 'interval', count: Number(count), unit: part };
}

function column(reader: Reader): Expression {
  const first = identifier(reader, 'a column, a value or a function');
  if (reader.takeSign('.') === undefined) return { kind: 'column', name: first.name, at: first.at };
  const second = identifier(reader, 'a column after the point');
  if (reader.isSign('.')) reader.refuse('no more than table.column');
  return { kind: 'column', table: first.name, name: second.name, at: first.at };
}

export function identifier(reader: Reader, expected: string): { readonly name: string; readonly at: number } {
  const token = reader.look();
  const usable = token.kind === 'name' || (token.kind === 'word' && !isReserved(token.value));
  if (!usable) return reader.refuse(expected);
  reader.next();
  return { name: token.kind === 'name' ? token.value : token.written, at: token.at };
}

/** A call of a function of the list. A function that is not in the list does not exist. */
function parseCall(reader: Reader, queries?: QueryParser): Expression {
  const { written, value, at } = reader.next();
  const known = functionNamed(value);
  if (known === undefined) {
    const near = nearNames(value, functionNames);
    const hint =
      near.length > 0 ? ` Did you mean ${near.join(' or ')}?` : ' docs/guides/recipe-language.md lists those that may.';
    throw new SandboxRefusal(`The function ${written} may not be used in a recipe.${hint}`, at);
  }
  reader.needSign('(');
  const star = known.kind === 'aggregate' && known.name === 'count' && reader.takeSign('*') !== undefined;
  const distinct = !star && known.kind === 'aggregate' && reader.takeWords('distinct');
  const args = star || reader.isSign(')') ? [] : reader.list(() => parseExpression(reader, queries));
  reader.needSign(')');
  const [least, most] = star ? [0, 0] : known.takes;
  if (args.length < least || args.length > most) {
    const count = least === most ? String(least) : `${least} to ${most === Infinity ? 'any number of' : most}`;
    throw new SandboxRefusal(`${written} takes ${count} argument${count === '1' ? '' : 's'}, got ${args.length}`, at);
  }
  const over = reader.takeWords('over') ? window(reader, queries) : undefined;
  if (over === undefined && known.kind === 'window')
    throw new SandboxRefusal(`${written} looks at other rows: say which with OVER (PARTITION BY ... ORDER BY ...)`, at);
  if (over !== undefined && known.kind === 'plain')
    throw new SandboxRefusal(`${written} looks at one row and takes no OVER`, at);
  return { kind: 'call', name: known.name, args, distinct, star, ...(over && { over }), at };
}

function window(reader: Reader, queries?: QueryParser): Window {
  reader.needSign('(');
  const partitionBy = reader.takeWords('partition', 'by') ? reader.list(() => parseExpression(reader, queries)) : [];
  const orderBy = reader.takeWords('order', 'by') ? reader.list(() => sortItem(reader, queries)) : [];
  const frame = reader.takeWords('rows') ? rows(reader) : undefined;
  reader.needSign(')');
  return { partitionBy, orderBy, ...(frame && { frame }) };
}

export function sortItem(reader: Reader, queries?: QueryParser): SortItem {
  const of = parseExpression(reader, queries);
  const descending = reader.takeWords('desc');
  if (!descending) reader.takeWords('asc');
  if (reader.takeWords('nulls', 'first')) return { of, descending, nulls: 'first' };
  if (reader.takeWords('nulls', 'last')) return { of, descending, nulls: 'last' };
  return { of, descending };
}

function rows(reader: Reader): { from: FrameEdge; to: FrameEdge } {
  if (!reader.takeWords('between')) return { from: edge(reader), to: { rows: 'current', side: 'following' } };
  const from = edge(reader);
  reader.needWords('and');
  return { from, to: edge(reader) };
}

function edge(reader: Reader): FrameEdge {
  if (reader.takeWords('current', 'row')) return { rows: 'current', side: 'following' };
  const count = reader.takeWords('unbounded') ? ('unbounded' as const) : wholeNumber(reader);
  if (reader.takeWords('preceding')) return { rows: count, side: 'preceding' };
  reader.needWords('following');
  return { rows: count, side: 'following' };
}
