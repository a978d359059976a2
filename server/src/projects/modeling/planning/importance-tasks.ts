import * as engine from '@almanac/engine';
import { lengthsAt } from '../../core/partitioning/plan.ts';
import { countValues, indices, ranksOf } from '../../engine/arrays.ts';
import { problemOf, type SeriesJob } from '../../engine/series-problem.ts';
import { type TableJob, tableProblem } from '../../engine/table-problem.ts';

/** Cells of the data that are looked at in all: wide tables get fewer rows. */
const MOST_CELLS = 5_000_000;
const MOST_ROWS = 20_000;
const LEAST_ROWS = 1000;
/** Series that are looked at. */
const MOST_SERIES = 2000;

const rowsFor = (columns: number): number =>
  Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / Math.max(1, columns))));

type Importances = readonly { readonly name: string; readonly importance: number }[];

/** Univariate importance of each column, without the holdout. */
export function tableImportance(job: TableJob): Importances {
  const { x, y, task, classes, partition, plan } = tableProblem(job);
  if (task === 'anomaly') return [];
  const held = new Set(partition.holdout);
  const random = engine.seededRandom(plan.seed).fork('importance');
  const open = indices(x.rows).filter((row) => !held.has(row));
  const rows = sample(open, rowsFor(x.columns.length), random.fork('rows'));
  const target = engine.takeValues(y, rows);
  const explained = classes.length > 0 ? explainedClass(target, classes.length) : [ranksOf(target)];
  return importancesOf(x, rows, explained, random);
}

/** The same for what models of time series see, against the target as they see it: relative to its recent past. */
export function seriesImportance(job: SeriesJob): Importances {
  const { panel, context, shape } = problemOf(job);
  const { plan } = job;
  const newest = plan.parts.find(({ name }) => name === 'holdout') ?? plan.parts[0];
  if (newest === undefined) return [];
  const stride = Math.ceil(panel.series.length / MOST_SERIES);
  const lengths = lengthsAt(panel, plan, newest.trainEnd).map((length, s) => (s % stride === 0 ? length : 0));
  const past = engine.cutPanel(panel, lengths);
  if (past.series.length === 0) return [];
  const recipe = engine.recipeOf(past, context, engine.scalingNormaliser('change', shape, context.periods));
  const random = engine.seededRandom(plan.seed).fork('importance');
  const settings = {
    distances: engine.distancesOf(plan.windows),
    maxRows: rowsFor(recipe.features.length),
    distancesPerOrigin: 4,
    minHistory: Math.min(plan.windows.history, 20),
  };
  const drawn = engine.trainingPlan(past, settings, random.fork('rows'));
  const { x, centre, scale } = engine.deriveRows(past, recipe, drawn);
  const target = engine
    .targetsOf(past, drawn)
    .map((value, r) => (value - (centre[r] as number)) / (scale[r] as number));
  const known = indices(target.length).filter((row) => Number.isFinite(target[row] as number));
  return importancesOf(x, known, [ranksOf(engine.takeValues(target, known))], random);
}

function importancesOf(x: engine.Frame, rows: Int32Array, explained: Explained, random: engine.Random): Importances {
  const half = halvesOf(rows, random.fork('halves'));
  return x.columns.map((source) => ({
    name: source.name,
    importance: importanceOf(source, rows, explained, half),
  }));
}

function sample(rows: Int32Array, most: number, random: engine.Random): Int32Array {
  if (rows.length <= most) return rows;
  const mixed = rows.slice();
  for (let i = 0; i < most; i++) {
    const j = i + random.int(mixed.length - i);
    [mixed[i], mixed[j]] = [mixed[j] as number, mixed[i] as number];
  }
  return mixed.slice(0, most).sort();
}

const BINS = 20;
/** Values that occur less often than this are one value. */
const LEAST_OF_A_KIND = 3;
/** Words of a text that are tried, the most frequent ones. */
const WORDS = 30;
/** Shrinkage in rows: a group of one row counts half. */
const DOUBT = 1;
/** Classes that count; rarer ones do not change the picture. */
const MOST_CLASSES = 20;

/** Which half of the sample each row belongs to; the same for all features, so that they compare. */
export const halvesOf = (rows: Int32Array, random: engine.Random): Uint8Array =>
  Uint8Array.from(rows, () => random.int(2));

/** What is to be explained, as columns of numbers: one column a class, or the ranks of a number, so that a few huge values do not decide what matters. */
type Explained = readonly Float64Array[];

export function explainedClass(y: Float64Array, classes: number): Explained {
  const counts = new Float64Array(classes);
  for (const label of y) counts[label] = (counts[label] ?? 0) + 1;
  const kept = Array.from(counts.keys()).sort((a, b) => (counts[b] as number) - (counts[a] as number));
  return kept.slice(0, MOST_CLASSES).map((label) => y.map((value) => (value === label ? 1 : 0)));
}

/**
 * How much of a target one feature alone explains, from 0 to 1: group means are fitted on one half of the
 * rows and evaluated on the other, both ways round, so that chance explains nothing.
 */
export function importanceOf(source: engine.Column, rows: Int32Array, explained: Explained, half: Uint8Array): number {
  if (source.kind !== 'text') return gainOf(groupsOf(source, rows), explained, half);
  return Math.max(0, ...wordGroups(source.values, rows).map((groups) => gainOf(groups, explained, half)));
}

/** Group of every row; group 0 has those without a value. */
function groupsOf(source: Exclude<engine.Column, { kind: 'text' }>, rows: Int32Array): Int32Array {
  if (source.kind !== 'categorical') return numberGroups(source.values, rows);
  const counts = countValues(Array.from(rows, (row) => source.codes[row] as number));
  const rare = source.levels.length + 1;
  return Int32Array.from(rows, (row) => {
    const code = source.codes[row] as number;
    return code >= 0 && (counts.get(code) as number) < LEAST_OF_A_KIND ? rare : code + 1;
  });
}

function numberGroups(values: Float64Array, rows: Int32Array): Int32Array {
  const known = Float64Array.from(rows, (row) => values[row] as number)
    .filter((value) => !Number.isNaN(value))
    .sort();
  const edges = [
    ...new Set(Array.from({ length: BINS - 1 }, (_, i) => known[Math.floor(((i + 1) * known.length) / BINS)])),
  ];
  return Int32Array.from(rows, (row) => {
    const value = values[row] as number;
    if (Number.isNaN(value)) return 0;
    let group = 1;
    for (const edge of edges) if (edge !== undefined && value >= edge) group++;
    return group;
  });
}

/** Rows with and without each of the most frequent words. */
function wordGroups(texts: readonly (string | null)[], rows: Int32Array): Int32Array[] {
  const wordsOf = (row: number) => new Set((texts[row] ?? '').toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const bags = Array.from(rows, wordsOf);
  const counts = countValues(bags.flatMap((bag) => [...bag]));
  const frequent = [...counts].filter(([, count]) => count < rows.length).sort((a, b) => b[1] - a[1]);
  return frequent.slice(0, WORDS).map(([word]) => Int32Array.from(bags, (bag) => (bag.has(word) ? 1 : 0)));
}

function gainOf(groups: Int32Array, explained: Explained, half: Uint8Array): number {
  const count = 1 + groups.reduce((most, group) => Math.max(most, group), 0);
  let [left, all] = [0, 0];
  for (const y of explained) {
    for (const learned of [0, 1]) {
      const [sums, sizes] = [new Float64Array(count), new Float64Array(count)];
      let [sum, size] = [0, 0];
      for (let i = 0; i < y.length; i++) {
        if (half[i] !== learned) continue;
        const group = groups[i] as number;
        sums[group] = (sums[group] as number) + (y[i] as number);
        sizes[group] = (sizes[group] as number) + 1;
        sum += y[i] as number;
        size++;
      }
      const mean = size === 0 ? 0 : sum / size;
      for (let i = 0; i < y.length; i++) {
        if (half[i] === learned) continue;
        const group = groups[i] as number;
        const said = ((sums[group] as number) + DOUBT * mean) / ((sizes[group] as number) + DOUBT);
        left += ((y[i] as number) - said) ** 2;
        all += ((y[i] as number) - mean) ** 2;
      }
    }
  }
  return all === 0 ? 0 : Math.max(0, 1 - left / all);
}
