import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { better, metricNamed, metrics, metricsFor } from './catalogue.ts';
import type { Metric, Scored } from './metric.ts';
import { auc, gini } from './ranking.ts';

interface Row {
  actual: number;
  predicted: number[];
  scale: number;
  baseline: number;
}
const number = fc.integer({ min: 1, max: 400 }).map((value) => value / 8);
const tenth = fc.integer({ min: 0, max: 10 }).map((value) => value / 10);

function rowOf(metric: Metric): { row: fc.Arbitrary<Row>; classes?: number } {
  const extras = { scale: number, baseline: number };
  if (metric.tasks.includes('regression')) {
    return { row: fc.record({ actual: number, predicted: fc.tuple(number), ...extras }) };
  }
  if (metric.tasks.includes('binary')) {
    return { row: fc.record({ actual: fc.integer({ min: 0, max: 1 }), predicted: fc.tuple(tenth), ...extras }) };
  }
  return {
    row: fc.record({ actual: fc.nat(2), predicted: fc.tuple(tenth, tenth, tenth), ...extras }),
    classes: 3,
  };
}

function scoredRows(rows: readonly Row[], weights: readonly number[] | undefined, classes: number | undefined): Scored {
  return {
    actual: Float64Array.from(rows, (row) => row.actual),
    predicted: Float64Array.from(rows.flatMap((row) => row.predicted)),
    scale: Float64Array.from(rows, (row) => row.scale),
    baseline: Float64Array.from(rows, (row) => row.baseline),
    ...(weights === undefined ? {} : { weight: Float64Array.from(weights) }),
    ...(classes === undefined ? {} : { classes }),
  };
}

/** Equal but for the rounding of sums in another order; both undefined counts as equal. */
function expectSame(one: number, other: number): void {
  if (Number.isFinite(one)) expect(Math.abs(one - other)).toBeLessThanOrEqual(1e-9 * Math.max(1, Math.abs(one)));
  else expect(Number.isFinite(other)).toBe(false);
}

describe.each(metrics)('$name', (metric) => {
  const { row, classes } = rowOf(metric);

  it('counts a row of weight 2 like the row twice, and a row of weight 0 not at all', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(row, fc.nat(2)), { minLength: 2, maxLength: 12 }), (drawn) => {
        const rows = drawn.map(([one]) => one);
        const repeated = drawn.flatMap(([one, times]) => Array.from({ length: times }, () => one));
        const weighted = metric.score(
          scoredRows(
            rows,
            drawn.map(([, times]) => times),
            classes,
          ),
        );
        expectSame(weighted, metric.score(scoredRows(repeated, undefined, classes)));
      }),
    );
  });

  it('does not depend on the order of rows', () => {
    fc.assert(
      fc.property(fc.array(row, { minLength: 2, maxLength: 12 }), fc.nat(), (rows, turn) => {
        const cut = turn % rows.length;
        const turned = [...rows.slice(cut), ...rows.slice(0, cut)].reverse();
        expectSame(
          metric.score(scoredRows(rows, undefined, classes)),
          metric.score(scoredRows(turned, undefined, classes)),
        );
      }),
    );
  });

  it('refuses a missing prediction and names its row', () => {
    const width = classes ?? 1;
    const rows: Row[] = [0, 1].map((actual) => ({ actual, predicted: Array(width).fill(0.5), scale: 1, baseline: 1 }));
    const bad = scoredRows(rows, undefined, classes);
    bad.predicted[bad.predicted.length - 1] = Number.NaN;
    expect(() => metric.score(bad)).toThrow(
      expect.objectContaining({ code: 'metric.not-finite', column: 'predicted', row: 2 * width - 1 }),
    );
  });
});

describe('the catalogue of metrics', () => {
  it('has Gini = 2 AUC - 1 for two classes', () => {
    fc.assert(
      fc.property(fc.array(rowOf(auc).row, { minLength: 2 }), (rows) => {
        const both = scoredRows(rows, undefined, undefined);
        expectSame(gini.score(both), 2 * auc.score(both) - 1);
      }),
    );
  });

  it('finds metrics by name, weighted ones too, and lists what it knows otherwise', () => {
    expect(metricNamed('Weighted RMSE')).toBe(metricNamed('RMSE'));
    expect(() => metricNamed('RMS')).toThrow(/no metric "RMS".*RMSE, MAE/);
  });

  it('offers defaults by task and compares by direction', () => {
    expect(metricsFor('regression')[0]?.name).toBe('RMSE');
    expect(metricsFor('binary')[0]?.name).toBe('LogLoss');
    expect(metricsFor('multiclass').every((metric) => metric.tasks.includes('multiclass'))).toBe(true);
    expect(better(metricNamed('RMSE'), 1, 2)).toBe(true);
    expect(better(metricNamed('AUC'), 0.7, 0.8)).toBe(false);
    expect(better(metricNamed('AUC'), Number.NaN, 0.1)).toBe(false);
  });

  it('refuses a class that does not exist and a need that is not met', () => {
    const rows = { actual: Float64Array.of(0, 2), predicted: Float64Array.of(0.1, 0.9) };
    expect(() => metricNamed('AUC').score(rows)).toThrow(
      expect.objectContaining({ code: 'metric.no-such-class', row: 1 }),
    );
    expect(() => metricNamed('MASE').score(rows)).toThrow(/MASE needs "scale"/);
  });
});
