import {
  cutPanel,
  deriveRows,
  distancesOf,
  type Frame,
  recipeOf,
  scalingNormaliser,
  seeded,
  takeValues,
  targetsOf,
  trainingPlan,
} from '@almanac/engine';
import { lengthsAt } from '../../core/partitioning/series-lengths.ts';
import { problemOf, type SeriesJob } from '../../engine/series-problem.ts';
import { type TableJob, tableProblem } from '../../engine/table-problem.ts';
import { type Explained, explainedClass, explainedNumber, halvesOf, importanceOf } from './importance.rules.ts';

/** Cells of the data that are looked at in all: wide tables get fewer rows. */
const MOST_CELLS = 5_000_000;
const MOST_ROWS = 20_000;
const LEAST_ROWS = 1000;
/** Series that are looked at. */
const MOST_SERIES = 2000;

const rowsFor = (columns: number): number =>
  Math.max(LEAST_ROWS, Math.min(MOST_ROWS, Math.floor(MOST_CELLS / Math.max(1, columns))));

export type Importances = readonly { readonly name: string; readonly importance: number }[];

/** How much each column alone says about the target. The holdout is not looked at. */
export function tableImportance(job: TableJob): Importances {
  const { x, y, task, classes, partition, plan } = tableProblem(job);
  if (task === 'anomaly') return [];
  const held = new Set(partition.holdout);
  const random = seeded(plan.seed).fork('importance');
  const open = Int32Array.from(Array(x.rows).keys()).filter((row) => !held.has(row));
  const rows = sample(open, rowsFor(x.columns.length), random.fork('rows'));
  const target = takeValues(y, rows);
  const explained = classes.length > 0 ? explainedClass(target, classes.length) : explainedNumber(target);
  const half = halvesOf(rows, random.fork('halves'));
  return x.columns.map((source) => ({
    name: source.name,
    importance: importanceOf(source, rows, explained, half),
  }));
}

/** The same for what models of time series see, against the target as they see it: relative to its recent past. */
export function seriesImportance(job: SeriesJob): Importances {
  const { panel, context, shape } = problemOf(job);
  const { plan } = job;
  const newest = plan.parts.find(({ name }) => name === 'holdout') ?? plan.parts[0];
  if (newest === undefined) return [];
  const stride = Math.ceil(panel.series.length / MOST_SERIES);
  const lengths = lengthsAt(panel, plan, newest.trainEnd).map((length, s) => (s % stride === 0 ? length : 0));
  const past = cutPanel(panel, lengths);
  if (past.series.length === 0) return [];
  const recipe = recipeOf(past, context, scalingNormaliser('change', shape, context.periods));
  const random = seeded(plan.seed).fork('importance');
  const settings = {
    distances: distancesOf(plan.windows),
    maxRows: rowsFor(recipe.features.length),
    distancesPerOrigin: 4,
    minHistory: Math.min(plan.windows.history, 20),
  };
  const drawn = trainingPlan(past, settings, random.fork('rows'));
  const { x, centre, scale } = deriveRows(past, recipe, drawn);
  const target = targetsOf(past, drawn).map((value, r) => (value - (centre[r] as number)) / (scale[r] as number));
  return ofFrame(x, target, random);
}

function ofFrame(x: Frame, target: Float64Array, random: ReturnType<typeof seeded>): Importances {
  const rows = Int32Array.from(target.keys()).filter((row) => Number.isFinite(target[row] as number));
  const explained: Explained = explainedNumber(takeValues(target, rows));
  const half = halvesOf(rows, random.fork('halves'));
  return x.columns.map((source) => ({
    name: source.name,
    importance: importanceOf(source, rows, explained, half),
  }));
}

function sample(rows: Int32Array, most: number, random: ReturnType<typeof seeded>): Int32Array {
  if (rows.length <= most) return rows;
  const mixed = rows.slice();
  for (let i = 0; i < most; i++) {
    const j = i + random.int(mixed.length - i);
    [mixed[i], mixed[j]] = [mixed[j] as number, mixed[i] as number];
  }
  return mixed.slice(0, most).sort();
}
