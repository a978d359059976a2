import type { JS } from '@duckdb/node-api';
import { quoteName, quoteText } from '../duckdb/duckdb-sql.ts';
import { binStarts, MOST_BINS, medianPlaces, quartilesFromBins } from './bins.rules.ts';
import type { PlotBin } from './profile.types.ts';
import { type CategoryStatistics, countWords, fences, type NumberStatistics } from './statistics.rules.ts';
import { figure, LONGEST_LABEL, MOST_EXACT_ROWS, type Source } from './value-counts.ts';

/** A column whose different values are too many to be counted one by one. */
export interface LargeNumberColumn {
  readonly name: string;
  readonly read: (value: string) => string;
  readonly kind: 'number' | 'time';
}

/** Cells that a median may hold in memory at once: about 100 MB. */
const MOST_HELD = 8_000_000;

type Figures = Omit<NumberStatistics, 'bins' | 'outliers' | 'median'> & { readonly x: string; readonly name: string };
type Binned = Figures & Pick<NumberStatistics, 'bins'>;

const batchesOf = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

const asList = (value: JS | undefined): readonly JS[] => (Array.isArray(value) ? value : []);

/** Three scans for as many columns as memory allows: figures, bins between them, and the median inside its bin. */
export async function largeNumberColumns(
  source: Source,
  columns: readonly LargeNumberColumn[],
): Promise<Map<string, NumberStatistics>> {
  const found = new Map<string, NumberStatistics>();
  const size = Math.max(1, Math.min(100, Math.floor(MOST_HELD / Math.max(1, source.rows))));
  for (const batch of batchesOf(columns, size)) {
    const values = batch.map(({ name, read }, i) => `${read(quoteName(name))} AS x${i}`).join(', ');
    const chosen = { ...source, sql: `(SELECT ${values} FROM ${source.sql})` };
    const figures = await figuresOf(chosen, batch);
    if (figures.length === 0) continue;
    const complete = await mediansOf(chosen, await binsOf(chosen, figures));
    for (const [name, statistics] of complete) found.set(name, statistics);
  }
  return found;
}

async function figuresOf(source: Source, columns: readonly LargeNumberColumn[]): Promise<Figures[]> {
  const exact = source.rows <= MOST_EXACT_ROWS;
  const wanted = columns.map(
    // Times are large numbers close together: their plain sum loses the seconds.
    ({ kind }, i) =>
      `count(x${i}) AS n${i}, min(x${i}) AS a${i}, max(x${i}) AS b${i}, ${kind === 'time' ? 'favg' : 'avg'}(x${i}) AS m${i}, ` +
      `stddev_samp(x${i}) AS s${i}, count_if(x${i} = 0) AS z${i}, bool_and(x${i} = trunc(x${i})) AS w${i}` +
      (exact ? '' : `, approx_count_distinct(x${i}) AS u${i}`),
  );
  const [row = {}] = await source.session.rows(`SELECT ${wanted.join(', ')} FROM ${source.sql}`);
  const found: Figures[] = [];
  for (const [i, { name, kind }] of columns.entries()) {
    const present = figure(row[`n${i}`]);
    if (present === 0) continue;
    const x = `x${i}`;
    const min = figure(row[`a${i}`]);
    const max = figure(row[`b${i}`]);
    const whole = row[`w${i}`] === true;
    // One column after the other: several DISTINCT in one statement are slower than each alone.
    const unique = exact ? await uniqueOf(source, x) : figure(row[`u${i}`]);
    found.push({
      x,
      name,
      present,
      unique: Math.min(present, unique),
      uniqueIsExact: exact,
      min,
      max,
      mean: figure(row[`m${i}`]),
      stdDev: figure(row[`s${i}`]),
      zeros: figure(row[`z${i}`]),
      whole,
      starts: binStarts(min, max, kind === 'time' ? 'time' : whole ? 'whole' : 'number'),
    });
  }
  return found;
}

async function uniqueOf(source: Source, x: string): Promise<number> {
  const [row = {}] = await source.session.rows(
    `SELECT count(x) AS n FROM (SELECT ${x} AS x FROM ${source.sql} GROUP BY 1)`,
  );
  return figure(row.n);
}

async function binsOf(source: Source, columns: readonly Figures[]): Promise<Binned[]> {
  // `histogram` takes the high ends of its bins and includes them; ours include the low ends: so count the negatives.
  const wanted = columns.map(({ x, starts }) => {
    const ends = starts.map((start) => -start).reverse();
    return `histogram(-${x}, [${ends.map(literal).join(', ')}]) AS ${x}`;
  });
  const [row = {}] = await source.session.rows(`SELECT ${wanted.join(', ')} FROM ${source.sql}`);
  return columns.map((column) => {
    const entries = asList(row[column.x]).slice(0, column.starts.length);
    return { ...column, bins: entries.map((entry) => figure((entry as { value?: JS }).value)).reverse() };
  });
}

async function mediansOf(source: Source, columns: readonly Binned[]) {
  const wanted = columns.map(({ x, starts, bins, max }) => {
    const [low, high] = fences(...quartilesFromBins(starts, bins, max));
    const places = medianPlaces(bins).map(({ bin, share }, i) => {
      const next = starts[bin + 1];
      const quantile = (bins[bin] ?? 0) > MOST_HELD ? 'approx_quantile' : 'quantile_disc';
      const within = `${x} >= ${literal(starts[bin] ?? 0)}${next === undefined ? '' : ` AND ${x} < ${literal(next)}`}`;
      return `${quantile}(${x}, ${share}) FILTER (${within}) AS ${x}m${i}`;
    });
    return [...places, `count_if(${x} < ${literal(low)} OR ${x} > ${literal(high)}) AS ${x}o`].join(', ');
  });
  const [row = {}] = await source.session.rows(`SELECT ${wanted.join(', ')} FROM ${source.sql}`);
  return columns.map(({ x, name, ...statistics }): [string, NumberStatistics] => {
    const lower = figure(row[`${x}m0`]);
    const upper = figure(row[`${x}m1`]);
    return [name, { ...statistics, median: lower + (upper - lower) / 2, outliers: figure(row[`${x}o`]) }];
  });
}

const literal = (value: number): string =>
  Number.isFinite(value) ? `${value.toExponential()}::DOUBLE` : `'${value < 0 ? '-' : ''}Infinity'::DOUBLE`;

const SAMPLE = 1_000;

/** Some different values, for a first look at what they are. */
export async function sampleTexts(source: Source, column: string): Promise<string[]> {
  const name = quoteName(column);
  const rows = await source.session.rows(
    `SELECT DISTINCT v FROM (SELECT ${name}::VARCHAR AS v FROM ${source.sql} WHERE ${name} IS NOT NULL LIMIT ${SAMPLE})`,
  );
  return rows.map(({ v }) => String(v));
}

/** The figures of a column whose different texts are too many to be counted one by one outside DuckDB. */
export async function largeTextColumn(
  source: Source,
  column: string,
  sample: readonly string[],
): Promise<CategoryStatistics> {
  const name = `${quoteName(column)}::VARCHAR`;
  const exact = source.rows <= MOST_EXACT_ROWS;
  const counted = exact
    ? `(SELECT ${name} AS v, count(*) AS n FROM ${source.sql} GROUP BY 1)`
    : `(SELECT ${name} AS v, 1 AS n FROM ${source.sql})`;
  const [row = {}] = await source.session.rows(
    `SELECT sum(n) FILTER (v IS NOT NULL) AS present, sum(n * length(v)) AS letters, max(length(v)) AS longest,
       ${exact ? 'count(v)' : 'approx_count_distinct(v)'} AS unique_count,
       ${exact ? `arg_max(v, n, ${MOST_BINS}) AS top, max(n, ${MOST_BINS}) AS counts` : `approx_top_k(v, ${MOST_BINS}) AS top`}
     FROM ${counted}`,
  );
  const top = Array.isArray(row.top) ? row.top.map(String) : [];
  const counts = Array.isArray(row.counts) ? row.counts : [];
  const present = figure(row.present);
  const words = sample.reduce((sum, text) => sum + countWords(text, text.length), 0);
  return {
    present,
    unique: Math.min(present, figure(row.unique_count)),
    uniqueIsExact: exact,
    top: exact ? pairCounts(top, counts.map(figure)) : await countThese(source, name, top),
    text: {
      meanLength: present > 0 ? figure(row.letters) / present : 0,
      maxLength: figure(row.longest),
      meanWords: sample.length > 0 ? words / sample.length : 0,
    },
  };
}

/** Both lists are in descending order of the count, so they belong together whatever the order among equals. */
const pairCounts = (values: readonly string[], counts: readonly number[]): PlotBin[] =>
  values
    .map((value, i) => ({ label: cut(value), count: counts[i] ?? 0 }))
    .sort((a, b) => b.count - a.count || (a.label < b.label ? -1 : 1));

const cut = (text: string) => text.slice(0, LONGEST_LABEL);

async function countThese(source: Source, name: string, values: readonly string[]) {
  if (values.length === 0) return [];
  const rows = await source.session.rows(
    `SELECT v, count(*) AS n FROM (SELECT ${name} AS v FROM ${source.sql})
     WHERE v IN (${values.map(quoteText).join(', ')}) GROUP BY 1 ORDER BY n DESC, v`,
  );
  return rows.map(({ v, n }) => ({ label: cut(String(v)), count: figure(n) }));
}
