import { EngineProblem } from '../problems/engine-problem.ts';
import { lastCell, type Panel } from './panel.ts';
import type { Windows } from './windows.ts';

/** One forecast point in the past, as numbers of cells per series; 0 where the series sits it out. */
export interface Backtest {
  readonly name: string;
  /** Cells that could be read at the forecast point. */
  readonly lengths: Int32Array;
  /** Cells a model may be trained on: fewer by the gap. */
  readonly trainLengths: Int32Array;
}

export interface BacktestSettings {
  readonly count: number;
  /** Cells kept from everything, behind all backtests. */
  readonly holdout?: number;
  /** Cells between two forecast points; the forecast window when not given. */
  readonly spacing?: number;
  /** Cells left unused between the training data and the first forecast time. */
  readonly gap?: number;
  /** Cells a series needs at a forecast point to take part. */
  readonly minHistory?: number;
}

export interface BacktestPlan {
  /** Cells between two forecast points. */
  readonly spacing: number;
  /** Newest first. */
  readonly backtests: readonly Backtest[];
  /** Forecast point in front of the holdout, when one was asked for. */
  readonly holdout?: Backtest;
}

/** Forecast points back from the end of the data. Each series counts from its own end, as its final forecast will. */
export function planBacktests(panel: Panel, windows: Windows, settings: BacktestSettings): BacktestPlan {
  const window = windows.last;
  const spacing = settings.spacing ?? window - windows.first + 1;
  const gap = settings.gap ?? 0;
  const minHistory = settings.minHistory ?? 3;
  const held = settings.holdout ?? 0;
  const at = (name: string, back: number): Backtest => {
    const lengths = Int32Array.from(panel.series, ({ target }) => {
      const length = target.length - back - windows.blind;
      return length - gap >= minHistory ? length : 0;
    });
    return { name, lengths, trainLengths: lengths.map((length) => Math.max(0, length - gap)) };
  };
  const backtests: Backtest[] = [];
  for (let i = 0; i < settings.count; i++) {
    const backtest = at(`backtest ${i + 1}`, held + window + i * spacing);
    if (backtest.lengths.some((length) => length > 0)) backtests.push(backtest);
  }
  if (backtests.length === 0 && settings.count > 0)
    throw tooShort(panel, minHistory + held + window + windows.blind + gap);
  if (held === 0) return { backtests, spacing };
  if (held < window) {
    throw new EngineProblem(
      'series.holdout',
      `The holdout of ${held} steps is shorter than the forecast window of ${window} steps: make it at least as long.`,
    );
  }
  return { backtests, spacing, holdout: at('holdout', held) };
}

/** The forecast point at one grid cell for all series: what a partition with given dates asks for. */
export function backtestAtCell(panel: Panel, windows: Windows, name: string, cell: number, gap = 0): Backtest {
  const lengths = Int32Array.from(panel.series, ({ start, target }) =>
    Math.max(0, Math.min(target.length, cell - windows.blind - start + 1)),
  );
  return { name, lengths, trainLengths: lengths.map((length) => Math.max(0, length - gap)) };
}

function tooShort(panel: Panel, needed: number): EngineProblem {
  const longest = [...panel.series].sort((a, b) => b.target.length - a.target.length)[0];
  const have = longest?.target.length ?? 0;
  return new EngineProblem(
    'series.too-short',
    `The longest series (${longest?.id}) has ${have} time steps up to cell ${lastCell(panel)}; a backtest needs ` +
      `${needed}. Give more history, a shorter forecast window or a smaller gap.`,
    { series: longest?.id ?? '', column: panel.target, row: have },
  );
}
