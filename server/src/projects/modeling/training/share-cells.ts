import { EngineProblem, type ForecastProblem, type Panel } from '@almanac/engine';
import type { SeriesPart, SeriesPlan } from '../../core/partitioning/plan.ts';
import { lengthsAt } from '../../core/partitioning/series-lengths.ts';
import { sharedCells, type TrainingShare } from '../../core/partitioning/share.ts';

/** Cells a series must have inside of the share to be learned from. */
const LEAST_CELLS = 3;

/** A part with the stretch before it that a share leaves. */
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
