import type { ArgumentsOf } from '../../recipe.operations.ts';
import { restrictExpression } from '../../sandbox/restrict.ts';
import type { Written } from '../../sandbox/scope.ts';
import { type Compiled, columnList, quoter, requireColumn, type Step, withColumns, withRefusal } from '../step.ts';

export function computeNew(step: Step<ArgumentsOf<'compute-new'>>): Compiled {
  const { newFeatureName: name, expression } = step.arguments;
  const value = restrict(step, expression);
  const columns = withColumns(step, step.table.columns, [
    { column: { name, type: value.type }, argument: 'newFeatureName' },
  ]);
  const sql = `SELECT *, ${value.sql} AS ${quoter(step.dialect)(name)}\nFROM ${step.from}`;
  return { sql, table: { ...step.table, columns, order: orderAfter(step, value) } };
}

export function transformExisting(step: Step<ArgumentsOf<'transform-existing'>>): Compiled {
  const quote = quoter(step.dialect);
  const changed = requireColumn(step, step.arguments.column, 'column');
  const value = restrict(step, step.arguments.expression);
  const list = step.table.columns.map(({ name }) =>
    name === changed.name ? `${value.sql} AS ${quote(name)}` : quote(name),
  );
  const columns = step.table.columns.map((one) => (one.name === changed.name ? { ...one, type: value.type } : one));
  return {
    sql: `SELECT ${list.join(', ')}\nFROM ${step.from}`,
    table: { ...step.table, columns, order: orderAfter(step, value) },
  };
}

export function dropColumns(step: Step<ArgumentsOf<'drop-columns'>>): Compiled {
  const dropped = new Set(step.arguments.columns.map((name, i) => requireColumn(step, name, `columns.${i}`).name));
  const columns = step.table.columns.filter(({ name }) => !dropped.has(name));
  if (columns.length === 0) step.refuse('columns', 'this would drop every column. Keep at least one.');
  return { sql: `SELECT ${columnList(step.dialect, columns)}\nFROM ${step.from}`, table: { ...step.table, columns } };
}

/** All renames happen at once, so two columns can change places. */
export function renameColumns(step: Step<ArgumentsOf<'rename-columns'>>): Compiled {
  const quote = quoter(step.dialect);
  const renamed = new Map<string, { readonly to: string; readonly argument: string }>();
  for (const [i, { originalName, newName }] of step.arguments.columnMappings.entries()) {
    const { name } = requireColumn(step, originalName, `columnMappings.${i}.originalName`);
    const argument = `columnMappings.${i}.newName`;
    if (renamed.has(name)) step.refuse(`columnMappings.${i}.originalName`, `${JSON.stringify(name)} is renamed twice.`);
    renamed.set(name, { to: newName, argument });
  }
  const kept = step.table.columns.filter(({ name }) => !renamed.has(name));
  withColumns(
    step,
    kept,
    step.table.columns.flatMap((column) => {
      const change = renamed.get(column.name);
      return change ? [{ column: { ...column, name: change.to }, argument: change.argument }] : [];
    }),
  );
  const after = (name: string) => renamed.get(name)?.to ?? name;
  const list = step.table.columns.map(({ name }) =>
    renamed.has(name) ? `${quote(name)} AS ${quote(after(name))}` : quote(name),
  );
  const columns = step.table.columns.map((column) => ({ ...column, name: after(column.name) }));
  const { order } = step.table;
  return {
    sql: `SELECT ${list.join(', ')}\nFROM ${step.from}`,
    table: { columns, order: order === 'input' ? order : order.map(after) },
  };
}

export function dedupeRows(step: Step<ArgumentsOf<'dedupe-rows'>>): Compiled {
  return { sql: `SELECT DISTINCT *\nFROM ${step.from}`, table: { ...step.table, order: [] } };
}

const restrict = ({ refuse, table: { columns }, writtenIn, dialect }: Step<unknown>, text: string): Written =>
  withRefusal(refuse, 'expression', () => restrictExpression({ text, writtenIn, dialect: dialect.name, columns }));

/** A window that sorts hands its rows on in an order of its own. */
const orderAfter = (step: Step<unknown>, value: Written) => (/ OVER \(/.test(value.sql) ? [] : step.table.order);
