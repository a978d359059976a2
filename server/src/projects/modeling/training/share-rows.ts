import { EngineProblem, seeded } from '@almanac/engine';
import type { TablePlan } from '../../core/partitioning/plan.ts';
import { sharedSpan, spansOf, type TrainingShare } from '../../core/partitioning/share.ts';
import type { TableProblem } from '../../engine/table-problem.ts';

interface PartRows {
  readonly train: Int32Array;
  readonly validation: Int32Array;
}

/** The rows a share leaves of those a part would be learned from; nothing is judged that was learned from. */
export function sharedRows(problem: TableProblem, plan: TablePlan, part: string, usual: PartRows): PartRows {
  const { share } = problem;
  if (share === undefined) return usual;
  const made =
    share.kind === 'sample' ? sampled(problem, plan, part, usual, share.rows) : dated(problem, plan, part, share);
  if (made.length < 2) {
    throw new EngineProblem('models.empty_share', `The model should learn from ${made.length} rows of ${part}.`);
  }
  const learned = new Set(made);
  const seen = usual.validation.some((row) => learned.has(row));
  return { train: made.sort(), validation: seen ? new Int32Array(0) : usual.validation };
}

function sampled(problem: TableProblem, plan: TablePlan, part: string, usual: PartRows, rows: number): Int32Array {
  const { folds, holdout } = problem.partition;
  const first = folds[0] as PartRows;
  const pool = part === 'holdout' || part === 'fold_0' ? [first.train, first.validation, holdout] : [usual.train];
  const order = pool.flatMap((some, place) => evenly(problem, plan, some, place));
  return Int32Array.from(order.slice(0, rows));
}

function dated(
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
  const random = seeded(plan.seed).fork(`share-${place}`);
  const drawn = Array.from(rows, (row) => ({ row, draw: random.next() })).sort((a, b) => a.draw - b.draw);
  if (plan.classes.length === 0) return drawn.map(({ row }) => row);
  const sizes = new Map<number, number>();
  for (const row of rows) sizes.set(problem.y[row] as number, (sizes.get(problem.y[row] as number) ?? 0) + 1);
  const taken = new Map<number, number>();
  const placed = drawn.map(({ row }) => {
    const label = problem.y[row] as number;
    const before = taken.get(label) ?? 0;
    taken.set(label, before + 1);
    return { row, at: (before + 0.5) / (sizes.get(label) as number) };
  });
  return placed.sort((a, b) => a.at - b.at).map(({ row }) => row);
}
