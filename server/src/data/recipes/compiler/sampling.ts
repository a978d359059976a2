import type { Column, DialectTable } from '../dialects/dialect.ts';
import { fill, quoteName, quoteText, unwritable } from '../dialects/quoting.ts';
import type { Downsampling, Sampling } from '../recipe.operations.ts';
import type { RecipeSettings } from './recipe-input.ts';
import {
  type Compiled,
  columnList,
  refusing,
  requireColumn,
  requireType,
  type Table,
  unusedName,
  withColumns,
} from './step.ts';

export const DEFAULT_SEED = 43;

interface Sampled {
  readonly dialect: DialectTable;
  readonly table: Table;
  /** Where the rows come from: a quoted name. */
  readonly from: string;
  readonly seed: number;
}

/** The rows of an input, or some of them. */
export function sample(source: Sampled, sampling: Sampling): Compiled {
  const { dialect, table, from } = source;
  switch (sampling.directive) {
    case 'limit':
      return {
        sql: `SELECT ${columnList(dialect, table.columns)}\nFROM ${from}\nLIMIT ${sampling.arguments.rows}`,
        table,
      };
    case 'random-sample':
      return randomRows({ ...source, seed: sampling.arguments.seed ?? source.seed }, sampling.arguments.rows);
    case 'tablesample':
      return share({ ...source, seed: sampling.arguments.seed ?? source.seed }, sampling.arguments.percent);
    case 'datetime-sample':
      return byTime(source, sampling.arguments);
  }
}

/** Keeps so many rows by a key that depends on seed and row alone, in the order they had. */
function randomRows({ dialect, table, from, seed }: Sampled, rows: number): Compiled {
  const { columns } = table;
  const list = columnList(dialect, columns);
  const { key, row, inner } = withKey(dialect, table, from, seed);
  const settled = row === undefined ? key : `${key}, ${row}`;
  const picked = `SELECT *\nFROM (\n${inner}\n) AS keyed\nORDER BY ${settled}\nLIMIT ${rows}`;
  if (row === undefined) return { sql: picked.replace('SELECT *', `SELECT ${list}`), table };
  return { sql: `SELECT ${list}\nFROM (\n${picked}\n) AS picked\nORDER BY ${row}`, table };
}

/** A query that adds a key to each row, and its place where rows have one. */
function withKey(dialect: DialectTable, table: Table, from: string, seed: number) {
  const { columns } = table;
  const key = quoteName(dialect, unusedName(columns, 'sample_key'));
  const list = columnList(dialect, columns);
  if (dialect.rowOrder === 'position' && table.order === 'input') {
    const row = quoteName(dialect, unusedName(columns, 'sample_row'));
    const numbered = `SELECT ${list}, ROW_NUMBER() OVER () AS ${row}\nFROM ${from}`;
    const hash = fill(dialect.rowKey, `'${seed}:' || CAST(${row} AS ${dialect.types.string})`);
    return { key, row, inner: `SELECT *, ${hash} AS ${key}\nFROM (\n${numbered}\n) AS numbered` };
  }
  return {
    key,
    row: undefined,
    inner: `SELECT ${list}, ${contentKey(dialect, columns, seed)} AS ${key}\nFROM ${from}`,
  };
}

/** Rows without an order are distinguished by their values; equal rows are interchangeable. */
function contentKey(dialect: DialectTable, columns: readonly Column[], seed: number): string {
  const names = columns.map(({ name }) => quoteName(dialect, name));
  if (dialect.rowOrder === 'content') return fill(dialect.rowKey, String(seed), ...names);
  const texts = columns.map((column, i) => {
    const text = `CAST(${names[i]} AS ${dialect.types.string})`;
    // One engine writes 1.0 where the other writes 1.
    const same = column.type === 'double' ? `REGEXP_REPLACE(${text}, '\\.0$', '')` : text;
    return `COALESCE(${same}, 'null')`;
  });
  return fill(dialect.rowKey, [`'${seed}'`, ...texts].join(` || '|' || `));
}

function share(source: Sampled, percent: number): Compiled {
  const { dialect, table, from, seed } = source;
  const list = columnList(dialect, table.columns);
  if ('clause' in dialect.share)
    return { sql: `SELECT ${list}\nFROM ${from} ${fill(dialect.share.clause, String(percent), String(seed))}`, table };
  if (percent >= 100) return { sql: `SELECT ${list}\nFROM ${from}`, table };
  const { key, inner } = withKey(dialect, table, from, seed);
  const test =
    dialect.share.below === 'hex'
      ? `${fill(dialect.text, `SUBSTR(${key}, 1, 8)`)} < '${Math.round((percent / 100) * 2 ** 32)
          .toString(16)
          .padStart(8, '0')}'`
      : `MOD(ABS(${key}), 1000000) < ${Math.round(percent * 10_000)}`;
  return { sql: `SELECT ${list}\nFROM (\n${inner}\n) AS keyed\nWHERE ${test}`, table };
}

function byTime(source: Sampled, args: Extract<Sampling, { directive: 'datetime-sample' }>['arguments']): Compiled {
  const { dialect, table, from } = source;
  const step = { table, dialect, refuse: refusing('sampling', 'datetime-sample') };
  const date = requireColumn(step, args.datetimePartitionColumn, 'datetimePartitionColumn');
  const id = args.multiseriesIdColumn && requireColumn(step, args.multiseriesIdColumn, 'multiseriesIdColumn');
  const selected = args.selectedSeries ?? [];
  if (selected.length > 0 && !id)
    step.refuse('multiseriesIdColumn', 'selectedSeries names series, so say which column holds them.');
  const wrong = selected.findIndex((name) => unwritable(name) !== undefined);
  if (wrong >= 0)
    step.refuse(`selectedSeries.${wrong}`, `the text cannot be used: ${unwritable(selected[wrong] ?? '')}.`);
  const name = id && `CAST(${quoteName(dialect, id.name)} AS ${dialect.types.string})`;
  const where =
    selected.length > 0 ? `\nWHERE ${name} IN (${selected.map((one) => quoteText(dialect, one)).join(', ')})` : '';
  const direction = args.strategy === 'earliest' ? 'ASC' : 'DESC';
  const numbered = dialect.rowOrder === 'position';
  const row = quoteName(dialect, unusedName(table.columns, 'sample_row'));
  const list = columnList(dialect, table.columns);
  const inner = numbered ? `(\nSELECT ${list}, ROW_NUMBER() OVER () AS ${row}\nFROM ${from}\n) AS numbered` : from;
  const order = `${quoteName(dialect, date.name)} ${direction} NULLS LAST${numbered ? `, ${row}` : ''}`;
  return { sql: `SELECT ${list}\nFROM ${inner}${where}\nORDER BY ${order}\nLIMIT ${args.rows}`, table };
}

/** Fewer rows of the result, for publishing. */
export function downsample(source: Sampled, downsampling: Downsampling, settings: RecipeSettings): Compiled {
  const seeded = { ...source, seed: downsampling.arguments.seed ?? source.seed };
  if (downsampling.directive === 'random-sample') return randomRows(seeded, downsampling.arguments.rows);
  return smart(seeded, downsampling.arguments, settings);
}

/**
 * Keeps every row of the rare kind (the smaller class; the values that are not zero) and as many others as are asked for,
 * but never fewer than of the rare kind. Those others weigh more, so that sums stay what they were. Rows without a target
 * cannot be learned from and are left out.
 */
function smart(
  source: Sampled,
  { rows, method }: Extract<Downsampling, { directive: 'smart-downsampling' }>['arguments'],
  settings: RecipeSettings,
): Compiled {
  const { dialect, table, from, seed } = source;
  const step = { table, dialect, refuse: refusing('downsampling', 'smart-downsampling') };
  if (!settings.target) return step.refuse('method', 'smart downsampling needs a target. PATCH settings/ with target.');
  if (!settings.weightsFeature)
    return step.refuse('method', 'smart downsampling writes weights. PATCH settings/ with weightsFeature.');
  const target = requireColumn(step, settings.target, 'method');
  if (method === 'zero-inflated')
    requireType(step, target, ['integer', 'double'], 'method', 'Zero-inflated downsampling');
  const weights = table.columns.find(({ name }) => name === settings.weightsFeature);
  if (weights) requireType(step, weights, ['integer', 'double'], 'method', 'A weight');
  const kept = table.columns.filter((column) => column !== weights);
  const weight = { name: settings.weightsFeature, type: 'double' as const };
  const columns = withColumns(step, kept, [{ column: weight, argument: 'method' }]);

  const quote = (name: string) => quoteName(dialect, name);
  const hidden = (preferred: string) => quote(unusedName(table.columns, preferred));
  const name = quote(target.name);
  const sorted = target.type === 'string' ? fill(dialect.text, name) : name;
  const [common, total, ordinal] = ['sample_common', 'sample_total', 'sample_ordinal'].map(hidden);
  const { key, row, inner } = withKey(dialect, table, from, seed);
  const rarest = `(SELECT ${name} FROM ${from} WHERE ${name} IS NOT NULL GROUP BY ${name} ORDER BY COUNT(*), ${sorted} LIMIT 1)`;
  const isCommon = method === 'binary' ? `${name} <> ${rarest}` : `${name} = 0`;
  const flagged = `SELECT *, CASE WHEN ${isCommon} THEN 1 ELSE 0 END AS ${common}\nFROM (\n${inner}\n) AS keyed\nWHERE ${name} IS NOT NULL`;
  const counted = [
    `SELECT *, SUM(${common}) OVER () AS ${total}, COUNT(*) OVER () - SUM(${common}) OVER () AS ${hidden('sample_rare')},`,
    `  ROW_NUMBER() OVER (PARTITION BY ${common} ORDER BY ${row === undefined ? key : `${key}, ${row}`}) AS ${ordinal}`,
    `FROM (\n${flagged}\n) AS flagged`,
  ].join('\n');
  const rare = hidden('sample_rare');
  // As many common rows as asked for, not fewer than rare ones, not more than there are.
  const quota = `LEAST(${total}, GREATEST(${rows} - ${rare}, ${rare}, 1))`;
  const factor = `CAST(${total} AS ${dialect.types.double}) / ${quota}`;
  const own = weights ? `${quote(weights.name)} * ` : '';
  const value = `${own}CASE WHEN ${common} = 1 THEN ${factor} ELSE CAST(1 AS ${dialect.types.double}) END`;
  const sql = [
    `SELECT ${columnList(dialect, kept)}, CAST(${value} AS ${dialect.types.double}) AS ${quote(weight.name)}`,
    `FROM (\n${counted}\n) AS counted`,
    `WHERE ${common} = 0 OR ${ordinal} <= ${quota}`,
    ...(row === undefined ? [] : [`ORDER BY ${row}`]),
  ].join('\n');
  return { sql, table: { columns, order: row === undefined ? [] : 'input' } };
}
