import { describe, expect, it } from 'vitest';
import { nodePool } from '../../node/node-pool.ts';
import { seededRandom } from '../core/random.ts';
import { backtestBlueprint } from '../forecasting/backtest-blueprint.ts';
import { listForecastBlueprints } from '../forecasting/blueprint-catalogue.ts';
import { prepareForecast } from '../forecasting/problem.ts';
import { cutPanel, type Panel, panelOfSequences } from '../series/panel.ts';
import { forecasterFrom, saveForecaster } from '../serving/save-forecaster.ts';
import { type ForecastRunSettings, type LeaderboardEntry, runForecast } from './run-forecast.ts';

const SMALL = { maxRows: 1500, rounds: 10, rate: 0.2 };

function seasonal(count = 6, length = 72): Panel {
  const random = seededRandom(31);
  return panelOfSequences(
    'MONTH',
    Array.from({ length: count }, (_, s) => {
      const draw = random.fork(`series ${s}`);
      const level = 50 * (s + 1);
      return {
        id: `series ${s}`,
        values: Array.from(
          { length },
          (_, t) => level * (1 + 0.004 * t + 0.2 * Math.sin((Math.PI * t) / 6) + 0.02 * draw.normal()),
        ),
      };
    }),
  );
}

const settings: ForecastRunSettings = {
  mode: 'manual',
  last: 6,
  backtests: 2,
  effort: SMALL,
  blueprints: [
    'naive-none',
    'seasonal-naive',
    'theta',
    'ar-ridge',
    'lag-map-log-level',
    'boosting-log-change-absolute',
  ],
};

describe('the forecasting autopilot', { timeout: 120_000 }, () => {
  it('reports every blueprint and blend, recommends a blend that beats the seasonal naive forecast', async () => {
    const seen: LeaderboardEntry[] = [];
    const done: number[] = [];
    const run = { random: seededRandom(1), progress: (share: number) => done.push(share) };
    const outcome = await runForecast(seasonal(), settings, run, { onEntry: (entry) => seen.push(entry) });
    expect(new Set(outcome.leaderboard.map(({ id }) => id))).toEqual(new Set(seen.map(({ id }) => id)));
    const best = outcome.leaderboard.find(({ id }) => id === outcome.recommended);
    expect(best?.backtests.length).toBe(2);
    for (const { skill, MASE } of best?.backtests ?? []) {
      expect(skill).toBeLessThan(0.8);
      expect(MASE).toBeGreaterThan(0);
    }
    expect([...done].sort((a, b) => a - b)).toEqual(done);
    expect(outcome.blend.models).toEqual([...outcome.models.keys()]);
  });

  it('gives the same bytes for the same seed, whatever the number of threads', async () => {
    const alone = await runForecast(seasonal(), settings, { random: seededRandom(3) });
    const pool = nodePool({ threads: 2 });
    const together = await runForecast(seasonal(), settings, { random: seededRandom(3), pool });
    await pool.close();
    expect(saveForecaster(forecasterFrom(together))).toEqual(saveForecaster(forecasterFrom(alone)));
  });

  it('never lets a backtest see what came after its forecast point', async () => {
    const panel = seasonal();
    const problem = prepareForecast(panel, settings);
    const blueprints = listForecastBlueprints(problem, 'manual', settings.blueprints, SMALL);
    const oldest = problem.plan.backtests.at(-1);
    if (oldest === undefined) throw new Error('two backtests were asked for');
    const poisoned: Panel = {
      ...panel,
      series: panel.series.map((one, s) => ({
        ...one,
        target: one.target.map((value, t) => (t < (oldest.trainLengths[s] as number) ? value : 1e12)),
      })),
    };
    for (const blueprint of blueprints) {
      const run = { random: seededRandom(4) };
      const clean = await backtestBlueprint(problem, blueprint, oldest, run);
      const dirty = await backtestBlueprint({ ...problem, panel: poisoned }, blueprint, oldest, run);
      expect(dirty.predicted).toEqual(clean.predicted);
    }
    const prepared = prepareForecast(poisoned, settings);
    expect(prepared.shape).toEqual(problem.shape);
    expect(prepared.context).toEqual(problem.context);
  });

  it('forecasts a constant panel exactly, with every blueprint', async () => {
    const flat = panelOfSequences('MONTH', [
      { id: 'a', values: new Float64Array(60).fill(7) },
      { id: 'b', values: new Float64Array(60).fill(3) },
    ]);
    const problem = prepareForecast(flat, settings);
    for (const blueprint of listForecastBlueprints(problem, 'comprehensive', [], SMALL)) {
      const { predicted, cells } = await backtestBlueprint(
        problem,
        blueprint,
        problem.plan.backtests[0] as NonNullable<(typeof problem.plan.backtests)[0]>,
        { random: seededRandom(2) },
      );
      for (let c = 0; c < predicted.length; c++)
        expect(predicted[c], blueprint.id).toBeCloseTo(cells.actual[c] as number, 9);
    }
  });

  it('tunes the best boosted model in comprehensive mode', async () => {
    const thorough = {
      mode: 'comprehensive',
      last: 4,
      backtests: 1,
      effort: { ...SMALL, maxRows: 600, rounds: 3 },
    } as const;
    const outcome = await runForecast(seasonal(3, 48), thorough, { random: seededRandom(9) });
    const ids = outcome.leaderboard.map(({ id }) => id);
    expect(ids.some((id) => id.endsWith('-many-leaves'))).toBe(true);
    expect(ids).toContain('auto-arima');
  });

  it('scores the recommended blend on a holdout that no choice has seen', async () => {
    const panel = seasonal();
    const held = { ...settings, holdout: 6, blueprints: ['seasonal-naive', 'theta', 'ar-ridge'] };
    const outcome = await runForecast(panel, held, { random: seededRandom(10) });
    expect(outcome.holdout?.skill).toBeLessThan(1);
    const poisoned = {
      ...panel,
      series: panel.series.map((one) => ({ ...one, target: one.target.map((value, t) => (t < 66 ? value : -value)) })),
    };
    const blind = await runForecast(poisoned, held, { random: seededRandom(10) });
    expect(blind.leaderboard).toEqual(outcome.leaderboard);
    expect(blind.recommended).toBe(outcome.recommended);
    expect(blind.holdout?.MAE).toBeGreaterThan(10 * (outcome.holdout?.MAE ?? 0));
  });

  it('stops early when the time is up and still answers', async () => {
    let clock = 0;
    const run = { random: seededRandom(5), now: () => ++clock, deadline: 2 };
    const outcome = await runForecast(seasonal(), settings, run);
    expect(outcome.leaderboard.filter(({ family }) => family !== 'BL-01').length).toBeLessThan(7);
    expect(forecasterFrom(outcome).forecast().length).toBe(36);
  });

  it('can be cancelled', async () => {
    const run = { random: seededRandom(6), cancelled: () => true };
    await expect(runForecast(seasonal(), settings, run)).rejects.toThrow(
      expect.objectContaining({ code: 'run.cancelled' }),
    );
  });

  it('takes short series into the final model though they sit out the backtests', async () => {
    const panel = seasonal(5);
    const mixed = cutPanel(panel, [72, 72, 72, 72, 5]);
    const outcome = await runForecast(mixed, settings, { random: seededRandom(7) });
    const rows = forecasterFrom(outcome).forecast({ series: ['series 4'], coverages: [0.8] });
    for (const { value, intervals } of rows) {
      expect(Number.isFinite(value)).toBe(true);
      expect(intervals[0]?.upper).toBeGreaterThanOrEqual(value);
    }
  });

  it.each([
    ['autopilot.unknown-blueprint', { ...settings, blueprints: ['oracle'] }],
    ['series.forecast-window', { ...settings, last: 0 }],
    ['series.too-short', { ...settings, last: 500 }],
  ])('refuses with %s', async (code, wrong) => {
    await expect(runForecast(seasonal(), wrong, { random: seededRandom(8) })).rejects.toThrow(
      expect.objectContaining({ code }),
    );
  });
});
