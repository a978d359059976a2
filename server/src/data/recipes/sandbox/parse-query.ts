import { identifier, parseExpression, sortItem } from './parse-expression.ts';
import { wholeNumber } from './parse-type.ts';
import { isReserved, type Reader } from './tokens.ts';
import type { Body, Join, Query, Select, SelectItem, Source } from './tree.ts';

/** A query that reads: `WITH`, `SELECT`, joins, groups, sets of queries, order and limit. Nothing else has a grammar. */
export function parseQuery(reader: Reader): Query {
  return reader.nested(() => {
    const tables = reader.takeWords('with') ? withTables(reader) : [];
    const body = sets(reader);
    const orderBy = reader.takeWords('order', 'by') ? reader.list(() => sortItem(reader, parseQuery)) : [];
    const limit = reader.takeWords('limit') ? wholeNumber(reader) : undefined;
    const offset = reader.takeWords('offset') ? wholeNumber(reader) : undefined;
    return {
      with: tables,
      body,
      orderBy,
      ...(limit !== undefined && { limit }),
      ...(offset !== undefined && { offset }),
    };
  });
}

function withTables(reader: Reader): Query['with'] {
  if (reader.isWord('recursive')) reader.refuse('a name: a recipe may not be recursive');
  return reader.list(() => {
    const { name, at } = identifier(reader, 'a name for the query');
    reader.needWords('as');
    return { name, at, query: parseBracketed(reader) };
  });
}

function parseBracketed(reader: Reader): Query {
  reader.needSign('(');
  const query = parseQuery(reader);
  reader.needSign(')');
  return query;
}

/** INTERSECT binds closer than UNION and EXCEPT. */
function sets(reader: Reader): Body {
  const intersections = () => {
    let left: Body = select(reader);
    while (reader.takeWords('intersect')) left = { kind: 'set', sign: 'INTERSECT', left, right: select(reader) };
    return left;
  };
  let left = intersections();
  for (;;) {
    const sign = reader.takeWords('union', 'all')
      ? 'UNION ALL'
      : reader.takeWords('union')
        ? 'UNION'
        : reader.takeWords('except')
          ? 'EXCEPT'
          : undefined;
    if (sign === undefined) return left;
    left = { kind: 'set', sign, left, right: intersections() };
  }
}

function select(reader: Reader): Select {
  reader.needWords('select');
  const distinct = reader.takeWords('distinct');
  if (!distinct) reader.takeWords('all');
  const items = reader.list(() => selectItem(reader));
  const from = reader.takeWords('from') ? source(reader) : undefined;
  const joins: Join[] = [];
  if (from) for (let next = join(reader); next !== undefined; next = join(reader)) joins.push(next);
  const expression = () => parseExpression(reader, parseQuery);
  const where = reader.takeWords('where') ? expression() : undefined;
  const groupBy = reader.takeWords('group', 'by') ? reader.list(expression) : [];
  const having = reader.takeWords('having') ? expression() : undefined;
  return {
    kind: 'select',
    distinct,
    items,
    ...(from && { from }),
    joins,
    ...(where && { where }),
    groupBy,
    ...(having && { having }),
  };
}

function selectItem(reader: Reader): SelectItem {
  const { at } = reader.look();
  if (reader.takeSign('*') !== undefined) return { kind: 'star', at };
  if (reader.isSign('.', 1) && reader.isSign('*', 2)) {
    const { name } = identifier(reader, 'a table');
    reader.next();
    reader.next();
    return { kind: 'star', table: name, at };
  }
  const of = parseExpression(reader, parseQuery);
  const alias = aliasOf(reader);
  return { kind: 'value', of, ...(alias !== undefined && { alias }), at };
}

function aliasOf(reader: Reader): string | undefined {
  if (reader.takeWords('as')) return identifier(reader, 'a name after AS').name;
  const token = reader.look();
  if (token.kind === 'name' || (token.kind === 'word' && !isReserved(token.value)))
    return identifier(reader, 'a name').name;
  return undefined;
}

function source(reader: Reader): Source {
  if (reader.isSign('(')) {
    const query = parseBracketed(reader);
    const alias = aliasOf(reader);
    return alias === undefined ? reader.refuse('a name for the query before it') : { kind: 'query', query, alias };
  }
  const { name, at } = identifier(reader, 'an input of the recipe');
  if (reader.isSign('.')) reader.refuse('the alias of an input alone: other schemas cannot be read');
  if (reader.isSign('(')) reader.refuse('the alias of an input: functions that make tables may not be used');
  const alias = aliasOf(reader);
  return { kind: 'table', name, ...(alias !== undefined && { alias }), at };
}

function join(reader: Reader): Join | undefined {
  if (reader.takeSign(',') !== undefined || reader.takeWords('cross', 'join'))
    return { type: 'CROSS JOIN', source: source(reader) };
  const type = joinType(reader);
  if (type === undefined) return undefined;
  const right = source(reader);
  if (reader.takeWords('on')) return { type, source: right, on: parseExpression(reader, parseQuery) };
  reader.needWords('using');
  reader.needSign('(');
  const using = reader.list(() => identifier(reader, 'a column').name);
  reader.needSign(')');
  return { type, source: right, using };
}

function joinType(reader: Reader): Join['type'] | undefined {
  if (reader.takeWords('join') || reader.takeWords('inner', 'join')) return 'INNER JOIN';
  for (const side of ['left', 'right', 'full'] as const) {
    if (reader.takeWords(side, 'outer', 'join') || reader.takeWords(side, 'join'))
      return `${side.toUpperCase() as 'LEFT' | 'RIGHT' | 'FULL'} JOIN`;
  }
  return undefined;
}
