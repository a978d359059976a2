import {
  checkForecastPoint,
  defaultForecastPoint,
  EngineProblem,
  gridIndex,
  lastKnownTime,
  type Panel,
  type SentHistory,
  type ServedForecaster,
  servingPanel,
  timeOf,
  withMemory,
} from '@almanac/engine';
import type { SeriesPlan } from '../core/partitioning/plan.ts';
import { heldFrame } from '../engine/held-data.ts';

/** The rows this thread holds, over what the model remembers of their series. */
export function heldHistory(forecaster: ServedForecaster, { panel: settings }: SeriesPlan): SentHistory {
  const table = heldFrame();
  const rows = servingPanel(forecaster.parts.memory, table, settings);
  return { table, settings, rows, panel: withMemory(forecaster, rows) };
}

/** The moment to forecast from: the one that is asked for where the history reaches it, or the newest with a target. */
export function forecastPointOf(forecaster: ServedForecaster, sent: SentHistory, asked: number | null): number {
  const known = lastKnownTime(sent.panel) ?? lastKnownTime(forecaster.parts.memory);
  if (asked === null || known === null) return asked ?? defaultForecastPoint(forecaster, sent) ?? known ?? 0;
  const { grid } = sent.panel;
  const last = Math.round(gridIndex(grid, known)) + forecaster.parts.windows.last;
  if (sent.panel.dated && asked > timeOf(grid, last)) {
    throw new EngineProblem(
      'series.out-of-reach',
      `The forecast point ${iso(asked)} is out of reach: the last date known is ${iso(known)}, and a point may lie up to ` +
        `${forecaster.parts.windows.last} steps of ${grid.step} ${grid.unit} after it. Choose an earlier point, or send the ` +
        `rows before the point with their values of ${JSON.stringify(sent.panel.target)}.`,
    );
  }
  checkForecastPoint(forecaster, sent, asked);
  return asked;
}

/** All moments of a range that the history has. */
export function forecastPointsIn(panel: Panel, { from, to }: { readonly from: number; readonly to: number }): number[] {
  const points: number[] = [];
  const first = panel.series.reduce((least, { start }) => Math.min(least, start), Number.POSITIVE_INFINITY);
  const last = panel.dated ? Math.min(to, lastKnownTime(panel) ?? to) : to;
  for (
    let cell = Math.max(panel.dated ? first : 0, Math.ceil(gridIndex(panel.grid, from) - 1e-6));
    timeOf(panel.grid, cell) <= last;
    cell++
  ) {
    points.push(timeOf(panel.grid, cell));
  }
  return points;
}

const iso = (time: number): string => new Date(time).toISOString();
