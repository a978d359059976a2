import type { Downsampling } from '../recipe.operations.ts';
import { fill, quoteName } from './quoting.ts';
import type { RecipeSettings } from './recipe-input.ts';
import { keyed, randomRows, type Sampled } from './sampling.ts';
import { type Compiled, hiddenName, listed, needColumn, needType, refusing, withColumns } from './step.ts';

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
  const target = needColumn(step, settings.target, 'method');
  if (method === 'zero-inflated') needType(step, target, ['integer', 'double'], 'method', 'Zero-inflated downsampling');
  const weights = table.columns.find(({ name }) => name === settings.weightsFeature);
  if (weights) needType(step, weights, ['integer', 'double'], 'method', 'A weight');
  const kept = table.columns.filter((column) => column !== weights);
  const weight = { name: settings.weightsFeature, type: 'double' as const };
  const columns = withColumns(step, kept, [{ column: weight, argument: 'method' }]);

  const quote = (name: string) => quoteName(dialect, name);
  const hidden = (wish: string) => quote(hiddenName(table.columns, wish));
  const name = quote(target.name);
  const sorted = target.type === 'string' ? fill(dialect.text, name) : name;
  const [common, total, ordinal] = ['sample_common', 'sample_total', 'sample_ordinal'].map(hidden);
  const { key, row, inner } = keyed(dialect, table, from, seed);
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
    `SELECT ${listed(dialect, kept)}, CAST(${value} AS ${dialect.types.double}) AS ${quote(weight.name)}`,
    `FROM (\n${counted}\n) AS counted`,
    `WHERE ${common} = 0 OR ${ordinal} <= ${quota}`,
    ...(row === undefined ? [] : [`ORDER BY ${row}`]),
  ].join('\n');
  return { sql, table: { columns, order: row === undefined ? [] : 'input' } };
}
