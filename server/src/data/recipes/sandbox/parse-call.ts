import { nearNames } from '../compiler/near-names.ts';
import { functionNamed, functionNames } from './functions.ts';
import { parseExpression, type QueryParser } from './parse-expression.ts';
import { wholeNumber } from './parse-type.ts';
import type { Reader } from './reader.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';
import type { Expression, FrameEdge, SortItem, Window } from './tree.ts';

/** A call of a function of the list. A function that is not in the list does not exist. */
export function parseCall(reader: Reader, queries?: QueryParser): Expression {
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
