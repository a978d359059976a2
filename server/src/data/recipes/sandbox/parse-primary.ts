import { parseCall } from './parse-call.ts';
import { parseExpression, type QueryParser } from './parse-expression.ts';
import { parseType } from './parse-type.ts';
import type { Reader } from './reader.ts';
import { isReserved } from './reserved-words.ts';
import type { DatePart, Expression } from './tree.ts';

const PARTS: readonly DatePart[] = ['year', 'quarter', 'month', 'week', 'day', 'hour', 'minute', 'second'];

/** A value that stands by itself: a literal, a column, a call, a bracket, CASE, CAST. */
export function parsePrimary(reader: Reader, queries?: QueryParser): Expression {
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
