import { describe, expect, it } from 'vitest';
import fromPython from '../../../golden/local-python.json' with { type: 'json' };
import golden from '../../../golden/local-r.json' with { type: 'json' };
import { seededRandom } from '../../core/random.ts';
import { autoArimaForecaster, projectArima } from './arima.ts';
import { fitArima, THOROUGH } from './arima-fit.ts';
import { ArmaFilter } from './arma-filter.ts';
import { type ArimaOrder, applyDifferences, armaOf } from './arma-polynomials.ts';
import { autoArima, differencesNeeded, kpss, seasonalDifferencesNeeded } from './auto-arima.ts';

const names = ['air', 'nile', 'lynx10', 'deaths'] as const;
const seriesNamed = (name: string) => Float64Array.from(golden.series[name as keyof typeof golden.series]);
const logAir = seriesNamed('air').map(Math.log);

describe.each(golden.arima)(`${golden.program}: ARIMA $order $seasonal of $series`, (sample) => {
  const y = sample.series === golden.logOf ? logAir : seriesNamed(sample.series);
  const [p = 0, d = 0, q = 0] = sample.order;
  const [seasonalP = 0, seasonalD = 0, seasonalQ = 0] = sample.seasonal;
  const order: ArimaOrder = {
    p,
    d,
    q,
    seasonalP,
    seasonalD,
    seasonalQ,
    period: sample.period,
    constant: sample.constant,
  };
  const fit = fitArima(applyDifferences(y, order), order, undefined, THOROUGH);

  it('reaches the exact likelihood of the reference', () => {
    expect(fit?.logLikelihood).toBeGreaterThan(sample.loglik - golden.tolerance.likelihood);
    expect(fit?.logLikelihood).toBeLessThan(sample.loglik + 0.5);
  });

  it('gives the reference forecasts', () => {
    if (fit === undefined) throw new Error('no fit');
    const { mean } = projectArima(y, order, fit.x, fit.constant, 14);
    const size = Math.sqrt(sample.sigma2);
    for (const [h, value] of sample.mean.entries())
      expect(Math.abs((mean[h] as number) - value)).toBeLessThan(golden.tolerance.arimaInSigmas * size);
  });
});

describe('ArmaFilter', () => {
  it('equals the dense Gaussian likelihood', () => {
    const w = Float64Array.of(0.3, -1.2, 0.7, 1.9, 0.4, -0.6, -1.1, 0.2);
    const order = { p: 1, d: 0, q: 1, seasonalP: 0, seasonalD: 0, seasonalQ: 0, period: 1, constant: false };
    const arma = armaOf(Float64Array.of(0.5, -0.4), order);
    const phi = arma.ar[0] as number;
    const theta = arma.ma[0] as number;
    const n = w.length;
    const gamma0 = (1 + 2 * phi * theta + theta * theta) / (1 - phi * phi);
    const gamma1 = ((1 + phi * theta) * (phi + theta)) / (1 - phi * phi);
    // Cholesky of the covariance matrix: an independent way to the same two sums.
    const lower = Array.from({ length: n }, () => new Float64Array(n));
    const row = (i: number) => lower[i] as Float64Array;
    const z = new Float64Array(n);
    let logs = 0;
    for (let i = 0; i < n; i += 1) {
      let value = w[i] as number;
      for (let j = 0; j <= i; j += 1) {
        let sum = i === j ? gamma0 : gamma1 * phi ** (i - j - 1);
        for (let k = 0; k < j; k += 1) sum -= (row(i)[k] as number) * (row(j)[k] as number);
        row(i)[j] = i === j ? Math.sqrt(sum) : sum / (row(j)[j] as number);
        if (j < i) value -= (row(i)[j] as number) * (z[j] as number);
      }
      z[i] = value / (row(i)[i] as number);
      logs += 2 * Math.log(row(i)[i] as number);
    }
    const variance = z.reduce((sum, value) => sum + value * value, 0) / n;
    const found = new ArmaFilter(w).run(arma, false);
    expect(found?.variance).toBeCloseTo(variance, 5);
    expect(found?.deviance).toBeCloseTo(n * Math.log(variance) + logs, 5);
  });
});

describe('choice of orders', () => {
  it.each(names)(`agrees with ${golden.program} on the differences of %s`, (name) => {
    expect(differencesNeeded(seriesNamed(name))).toBe(golden.ndiffs[name]);
  });

  it.each(['air', 'deaths'] as const)('takes a seasonal difference of %s as the reference does', (name) => {
    expect(seasonalDifferencesNeeded(seriesNamed(name), 12)).toBe(golden.nsdiffs[name]);
  });

  it.each(names)(`has the KPSS statistic of ${fromPython.program} for %s`, (name) => {
    expect(kpss(seriesNamed(name))).toBeCloseTo(fromPython.kpss[name], 8);
  });

  it('finds orders no worse than the reference search', () => {
    expect(autoArima(logAir, 12).aicc).toBeLessThan(golden.autoArima.airLog + 0.1);
    expect(autoArima(seriesNamed('lynx10'), 1).aicc).toBeLessThan(golden.autoArima.lynx10 + 2);
  });

  it('says what it chose', () => {
    expect(autoArimaForecaster.fit(logAir, { periods: [12] }).detail).toMatch(/^ARIMA\(\d,1,\d\)\(\d,1,\d\)\[12\]/);
  });
});

describe('the conditional likelihood of long series', () => {
  it('ends where the exact one ends', () => {
    const random = seededRandom(11);
    const w = new Float64Array(3000);
    let before = 0;
    for (let t = 1; t < w.length; t += 1) {
      const shock = random.normal();
      w[t] = 0.6 * (w[t - 1] as number) + shock + 0.4 * before;
      before = shock;
    }
    const order = { p: 1, d: 0, q: 1, seasonalP: 0, seasonalD: 0, seasonalQ: 0, period: 1, constant: true };
    const exact = armaOf(fitArima(w, order, undefined, THOROUGH)?.x ?? new Float64Array(2), order);
    const near = armaOf(fitArima(w, order, undefined, { ...THOROUGH, skipped: 5 })?.x ?? new Float64Array(2), order);
    expect(near.ar[0]).toBeCloseTo(exact.ar[0] as number, 2);
    expect(near.ma[0]).toBeCloseTo(exact.ma[0] as number, 2);
    expect(exact.ar[0]).toBeCloseTo(0.6, 1);
    expect(exact.ma[0]).toBeCloseTo(0.4, 1);
  });
});
