import { EngineProblem, type ForecastProblem, type Panel, seededRandom, takeValues } from '@almanac/engine';
import { lengthsAt, type SeriesPart, type SeriesPlan, type TablePlan } from '../../core/partitioning/plan.ts';
import { sharedCells, sharedSpan, spansOf, type TrainingShare } from '../../core/partitioning/training-data.ts';
import { countValues } from '../../engine/arrays.ts';
import type { TableProblem } from '../../engine/table-problem.ts';

interface PartRows {
  readonly train: Int32Array;
  readonly validation: Int32Array;
}

/** Training rows of a part under a training share; rows that were trained on are not evaluated. */
export function sharedRows(problem: TableProblem, plan: TablePlan, part: string, usual: PartRows): PartRows {
  const { share } = problem;
  if (share === undefined) return usual;
  const made =
    share.kind === 'sample'
      ? sampleRows(problem, plan, part, usual, share.rows)
      : rowsBeforePart(problem, plan, part, share);
  if (made.length < 2) {
    throw new EngineProblem('models.empty_share', `The model should learn from ${made.length} rows of ${part}.`);
  }
  const learned = new Set(made);
  const seen = usual.validation.some((row) => learned.has(row));
  return { train: made.sort(), validation: seen ? new Int32Array(0) : usual.validation };
}

function sampleRows(problem: TableProblem, plan: TablePlan, part: string, usual: PartRows, rows: number): Int32Array {
  const { folds, holdout } = problem.partition;
  const first = folds[0] as PartRows;
  const pool = part === 'holdout' || part === 'fold_0' ? [first.train, first.validation, holdout] : [usual.train];
  const order = pool.flatMap((some, place) => evenly(problem, plan, some, place));
  return Int32Array.from(order.slice(0, rows));
}

function rowsBeforePart(
  problem: TableProblem,
  plan: TablePlan,
  part: string,
  share: Exclude<TrainingShare, { kind: 'sample' }>,
): Int32Array {
  const span = spansOf(plan).find(({ name }) => name === part);
  const times = problem.times;
  if (span === undefined || times === undefined) throw new Error(`The plan has no stretch of time ${part}.`);
  const { trainStart, trainEnd } = sharedSpan(span, share);
  const inside: number[] = [];
  times.forEach((time, row) => {
    if (time >= trainStart && time < trainEnd) inside.push(row);
  });
  const rows = share.kind === 'rows' ? share.rows : Math.round((inside.length * (share.samplePct ?? 100)) / 100);
  const order =
    share.sampling === 'latest'
      ? inside.sort((a, b) => (times[b] as number) - (times[a] as number) || b - a)
      : evenly(problem, plan, Int32Array.from(inside), 0);
  return Int32Array.from(order.slice(0, rows));
}

/** Rows in an order of chance of which every beginning has the classes in their usual proportions. */
function evenly(problem: TableProblem, plan: TablePlan, rows: Int32Array, place: number): number[] {
  const random = seededRandom(plan.seed).fork(`share-${place}`);
  const drawn = Array.from(rows, (row) => ({ row, draw: random.next() })).sort((a, b) => a.draw - b.draw);
  if (plan.classes.length === 0) return drawn.map(({ row }) => row);
  const sizes = countValues(takeValues(problem.y, rows));
  const taken = new Map<number, number>();
  const placed = drawn.map(({ row }) => {
    const label = problem.y[row] as number;
    const before = taken.get(label) ?? 0;
    taken.set(label, before + 1);
    return { row, at: (before + 0.5) / (sizes.get(label) as number) };
  });
  return placed.sort((a, b) => a.at - b.at).map(({ row }) => row);
}

/** Least cells of a series inside the share to be trained on. */
const LEAST_CELLS = 3;

/** A part with its training window limited to the share. */
export function sharedPart(panel: Panel, plan: SeriesPlan, part: SeriesPart, share: TrainingShare): SeriesPart {
  if (share.kind !== 'rows') return sharedCells(plan, part, share);
  let cell = part.trainEnd + 1;
  let rows = 0;
  while (cell > plan.firstCell) {
    rows += rowsAt(panel, plan, cell - 1);
    if (rows > share.rows) break;
    cell--;
  }
  return { ...part, trainStart: Math.min(cell, part.trainEnd) };
}

function rowsAt(panel: Panel, plan: SeriesPlan, cell: number): number {
  let rows = 0;
  for (const one of panel.series) {
    const place = placeOf(one, plan, cell);
    if (place >= 0 && place < one.target.length) rows++;
  }
  return rows;
}

/** Where a cell of the grid is in a series; series that end early count from their own end. */
const placeOf = ({ start, target }: Panel['series'][number], plan: SeriesPlan, cell: number): number =>
  plan.alignment === 'own end' ? target.length - 1 - (plan.lastCell - cell) : cell - start;

/** The past of a part with nothing older than its training window, and how much of each series that is. */
export function cutStart(
  problem: ForecastProblem,
  plan: SeriesPlan,
  part: SeriesPart,
): { readonly learned: ForecastProblem; readonly lengths: Int32Array; readonly rows: number } {
  const { panel } = problem;
  const until = lengthsAt(panel, plan, part.trainEnd);
  if (part.trainStart <= plan.firstCell) {
    return { learned: problem, lengths: until, rows: until.reduce((sum, length) => sum + length, 0) };
  }
  let rows = 0;
  const lengths = until.slice();
  const series = panel.series.map((one, s) => {
    const skip = Math.max(0, Math.min(one.target.length, placeOf(one, plan, part.trainStart)));
    const left = (until[s] as number) - skip;
    if (left < LEAST_CELLS) lengths[s] = 0;
    else rows += left;
    const blank = one.target.slice();
    blank.fill(Number.NaN, 0, skip);
    return { ...one, target: blank };
  });
  if (rows === 0) {
    throw new EngineProblem(
      'models.empty_share',
      'No series has enough time steps in what the model should learn from.',
    );
  }
  return { learned: { ...problem, panel: { ...panel, series } }, lengths, rows };
}
