import { nearNames } from '../compiler/near-names.ts';
import { quoteName } from '../compiler/quoting.ts';
import { SandboxRefusal } from './sandbox-refusal.ts';
import { findColumn, type Relation, type Scope } from './scope.ts';
import type { Join, Source } from './tree.ts';
import { type Writing, writeExpression } from './write-expression.ts';
import { mustBeName, type Place, writeQuery } from './write-query.ts';

/** A table or query after FROM or JOIN. */
export function writeSource(source: Source, place: Place): { readonly sql: string; readonly relation: Relation } {
  if (source.kind === 'query') {
    mustBeName(source.alias, 0);
    const { sql, columns } = writeQuery(source.query, place.tables, place.writing, place.outer);
    return { sql: `(\n${sql}\n)`, relation: { alias: source.alias, columns } };
  }
  const table =
    place.tables.find(({ alias }) => alias === source.name) ??
    place.tables.find(({ alias }) => alias.toLowerCase() === source.name.toLowerCase());
  if (table === undefined) {
    const names = place.tables.map(({ alias }) => alias);
    const near = nearNames(source.name, names);
    const hint = near.length > 0 ? `Did you mean ${near.join(' or ')}?` : `There are ${names.slice(0, 10).join(', ')}.`;
    throw new SandboxRefusal(`${JSON.stringify(source.name)} is not an input of this recipe. ${hint}`, source.at);
  }
  const alias = source.alias ?? table.alias;
  mustBeName(alias, source.at);
  return { sql: table.name, relation: { alias, columns: table.columns } };
}

export function writeJoin(
  join: Join,
  right: string,
  relations: readonly Relation[],
  scope: Scope,
  writing: Writing,
): string {
  if (join.type === 'CROSS JOIN') return `CROSS JOIN ${right}`;
  if (join.on) return `${join.type} ${right} ON ${writeExpression(join.on, scope, writing).sql}`;
  if (join.type === 'RIGHT JOIN' || join.type === 'FULL JOIN')
    throw new SandboxRefusal(`Write ${join.type} with ON: whose column USING would mean is not plain`, 0);
  const added = relations.at(-1);
  const tests = (join.using ?? []).map((name) => {
    const sides = [relations.slice(0, -1).findLast(({ columns }) => findColumn(columns, name)), added];
    return sides
      .map((side) => {
        const column = side && findColumn(side.columns, name);
        if (!side || !column) throw new SandboxRefusal(`USING (${name}): not every table has that column`, 0);
        return `${quoteName(writing.dialect, side.alias)}.${quoteName(writing.dialect, column.name)}`;
      })
      .join(' = ');
  });
  return `${join.type} ${right} ON ${tests.join(' AND ')}`;
}

/** A column named by USING is one column afterwards: that of the left side. */
export function mergeUsing(join: Join, relations: Relation[]): void {
  const added = relations.pop();
  if (added === undefined) return;
  const merged = (join.using ?? []).map((name) => findColumn(added.columns, name));
  relations.push({ ...added, columns: added.columns.filter((column) => !merged.includes(column)) });
}
