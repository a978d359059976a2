import type { Random } from '../random/random.ts';
import type { Panel } from './panel.ts';
import type { RowPlan } from './row-plan.ts';

export interface TrainingPlanSettings {
  readonly distances: readonly number[];
  /** Rows at most; origins are sampled so that every series gets an equal share. */
  readonly maxRows: number;
  /** Distances an origin contributes at most, spread over the forecast window. */
  readonly distancesPerOrigin: number;
  /** Cells an origin needs behind it, where the series is long enough for that. */
  readonly minHistory: number;
  /** Place of the first cell to learn, by series: those before it have been learned already. */
  readonly from?: ArrayLike<number>;
}

/**
 * Origins to learn from. Each is a cell whose forecast times lie (at least partly) inside the history, so a model
 * trained on a panel that was cut at a forecast point has never seen anything after it.
 */
export function trainingPlan(panel: Panel, settings: TrainingPlanSettings, random: Random): RowPlan {
  const { distances } = settings;
  const perOrigin = Math.min(settings.distancesPerOrigin, distances.length);
  const share = Math.max(1, Math.floor(settings.maxRows / panel.series.length / perOrigin));
  const series: number[] = [];
  const origin: number[] = [];
  const first: number[] = [0];
  const distance: number[] = [];
  const [shortest, longest] = [Math.min(...distances), Math.max(...distances)];
  panel.series.forEach(({ target, id }, s) => {
    const draw = random.fork(id);
    const learned = settings.from?.[s] ?? 0;
    const oldest = Math.min(settings.minHistory, Math.max(2, Math.floor(target.length / 3))) - 1;
    const start = Math.max(oldest, learned - longest);
    const end = target.length - 1 - shortest;
    for (const o of sampled(start, end, share, draw)) {
      const reachable = distances.filter(
        (k) => o + k >= learned && o + k < target.length && !Number.isNaN(target[o + k] as number),
      );
      if (reachable.length === 0) continue;
      for (const k of thinned(reachable, perOrigin, draw)) distance.push(k);
      series.push(s);
      origin.push(o);
      first.push(distance.length);
    }
  });
  return {
    series: Int32Array.from(series),
    origin: Int32Array.from(origin),
    first: Int32Array.from(first),
    distance: Int32Array.from(distance),
  };
}

/** Up to `count` cells of [start, end], one from each of `count` equal stretches. */
function sampled(start: number, end: number, count: number, random: Random): number[] {
  const available = end - start + 1;
  if (available <= 0) return [];
  if (available <= count) return Array.from({ length: available }, (_, i) => start + i);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * available) / count);
    const to = Math.floor(((i + 1) * available) / count);
    return start + from + random.int(Math.max(1, to - from));
  });
}

function thinned(distances: readonly number[], count: number, random: Random): number[] {
  if (distances.length <= count) return [...distances];
  return sampled(0, distances.length - 1, count, random).map((i) => distances[i] as number);
}
