import type { Column, DialectTable } from '../dialects/dialect.ts';
import { nearNames, quoteName } from '../dialects/quoting.ts';
import { SandboxRefusal } from './bounds.ts';

/** SQL and what it gives. */
export interface Written {
  readonly sql: string;
  readonly type: Column['type'];
}

export interface Relation {
  readonly alias: string;
  readonly columns: readonly Column[];
}

/** The names an expression can see: tables beside it, then those of the query around it. */
export interface Scope {
  readonly relations: readonly Relation[];
  /** Columns are written with their table in front where there may be several tables. */
  readonly qualified: boolean;
  readonly outer?: Scope;
}

/** The column someone means: spelled exactly, or the only one that differs in case alone. */
export function findColumn(columns: readonly Column[], name: string): Column | undefined {
  const exact = columns.find((column) => column.name === name);
  if (exact) return exact;
  const lower = name.toLowerCase();
  const alike = columns.filter((column) => column.name.toLowerCase() === lower);
  return alike.length === 1 ? alike[0] : undefined;
}

export function findRelation(scope: Scope, name: string): Relation | undefined {
  const lower = name.toLowerCase();
  return (
    scope.relations.find(({ alias }) => alias.toLowerCase() === lower) ??
    (scope.outer && findRelation(scope.outer, name))
  );
}

export function writeColumn(
  dialect: DialectTable,
  scope: Scope,
  { table, name, at }: { readonly table?: string; readonly name: string; readonly at: number },
): Written & { readonly name: string } {
  const places =
    table === undefined ? scope.relations : [findRelation(scope, table)].filter((one) => one !== undefined);
  if (table !== undefined && places.length === 0) {
    const known = scope.relations.map(({ alias }) => alias).filter((alias) => alias !== '');
    const hint = known.length > 0 ? `; there are ${known.join(', ')}` : ': write the column alone';
    throw new SandboxRefusal(`There is no table ${table} here${hint}`, at);
  }
  const hits = places.flatMap((relation) => {
    const column = findColumn(relation.columns, name);
    return column ? [{ relation, column }] : [];
  });
  const [hit] = hits;
  if (hits.length > 1)
    throw new SandboxRefusal(
      `The column ${name} is in ${hits.map((one) => one.relation.alias).join(' and ')}: name the table`,
      at,
    );
  if (hit === undefined) {
    if (scope.outer && table === undefined) return writeColumn(dialect, scope.outer, { name, at });
    const near = nearNames(
      name,
      places.flatMap(({ columns }) => columns.map((column) => column.name)),
    );
    const hint = near.length > 0 ? `. Did you mean ${near.map((one) => JSON.stringify(one)).join(' or ')}?` : '';
    throw new SandboxRefusal(`There is no column ${JSON.stringify(name)}${hint}`, at);
  }
  const sql = quoteName(dialect, hit.column.name);
  const path = scope.qualified || table !== undefined ? `${quoteName(dialect, hit.relation.alias)}.${sql}` : sql;
  return { sql: path, type: hit.column.type, name: hit.column.name };
}
