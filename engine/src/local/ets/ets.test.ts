import { describe, expect, it } from 'vitest';
import golden from '../../../golden/local-r.json' with { type: 'json' };
import { autoEtsForecaster, comb, dampedTrend, holt, ses } from './ets.ts';
import { fitEts, packEts, unpackEts } from './ets-fit.ts';
import { admissibleForms, type EtsForm, etsName, etsStart } from './ets-form.ts';
import { EtsLikelihood } from './ets-likelihood.ts';
import { projectEts } from './ets-project.ts';

const seriesNamed = (name: string) => Float64Array.from(golden.series[name as keyof typeof golden.series]);

type Case = (typeof golden.ets)[number];
const formOf = ({ model, damped }: Case): EtsForm => ({
  error: model[0] as 'A' | 'M',
  trend: model[1] as 'N' | 'A',
  damped,
  season: model[2] as 'N' | 'A' | 'M',
});

function devianceOf(y: Float64Array, fitted: Float64Array, relative: boolean): number {
  let squares = 0;
  let logs = 0;
  for (let t = 0; t < y.length; t += 1) {
    const fit = fitted[t] as number;
    squares += (((y[t] as number) - fit) / (relative ? fit : 1)) ** 2;
    if (relative) logs += 2 * Math.log(fit);
  }
  return y.length * Math.log(squares) + logs;
}

describe.each(golden.ets)(`${golden.program}: $series $model damped $damped`, (sample) => {
  const y = seriesNamed(sample.series);
  const form = formOf(sample);
  const parameters = { ...sample, season: Float64Array.from(sample.season) };

  it('gives the reference forecasts from the reference parameters', () => {
    const { mean, fitted } = projectEts(y, form, parameters, 14);
    const { ets, etsMultiplicative, likelihood } = golden.tolerance;
    const share = form.season === 'M' ? etsMultiplicative : ets;
    for (const [h, value] of sample.mean.entries())
      expect(Math.abs((mean[h] as number) / value - 1)).toBeLessThan(share);
    for (const [t, value] of sample.fitted.entries()) {
      expect(Math.abs((fitted[t] as number) / value - 1)).toBeLessThan(ets);
    }
    expect(Math.abs(devianceOf(y, fitted, form.error === 'M') - sample.deviance)).toBeLessThan(likelihood);
  });

  it('finds a likelihood at least as high as the reference', () => {
    const scale = 100;
    const fit = fitEts(
      y.map((value) => value / scale),
      form,
      sample.period,
    );
    const { parameters: found } = unpackEts(packEts(fit, scale));
    const { fitted } = projectEts(y, form, found, 1);
    expect(devianceOf(y, fitted, form.error === 'M')).toBeLessThan(sample.deviance + 0.1);
  });
});

describe('EtsLikelihood', () => {
  const y = seriesNamed('air').map((value) => value / 300);

  it.each(admissibleForms(true, true).map((form) => [etsName(form), form] as const))(
    'has the slope of its value for %s',
    (_, form) => {
      const likelihood = new EtsLikelihood(y, form, 12);
      const x = likelihood.start(etsStart(y, 12, form.season, form.trend === 'A'), 0.3, 0.05, 0.1, 0.95);
      const gradient = new Float64Array(likelihood.size);
      const ignored = new Float64Array(likelihood.size);
      likelihood.slope(x, gradient);
      for (let i = 0; i < x.length; i += 1) {
        const kept = x[i] as number;
        x[i] = kept + 1e-6;
        const above = likelihood.slope(x, ignored);
        x[i] = kept - 1e-6;
        const below = likelihood.slope(x, ignored);
        x[i] = kept;
        const measured = (above - below) / 2e-6;
        expect(Math.abs((gradient[i] as number) - measured)).toBeLessThan(1e-5 * (1 + Math.abs(measured)));
      }
    },
  );
});

describe('automatic exponential smoothing', () => {
  it('chooses a seasonal form for seasonal data and none for the rest', () => {
    expect(autoEtsForecaster.fit(seriesNamed('air'), { periods: [12] }).detail).toMatch(
      /^ETS\(M,Ad?,M\)|ETS\(M,N,M\)$/,
    );
    expect(autoEtsForecaster.fit(seriesNamed('nile'), { periods: [] }).detail).toMatch(/,N\)$/);
  });

  it('takes trends without damping only when asked', () => {
    const line = Float64Array.from({ length: 60 }, (_, t) => 10 + 3 * t + Math.sin(t * 1.7));
    const damped = autoEtsForecaster.fit(line, { periods: [] });
    const free = autoEtsForecaster.fit(line, { periods: [] }, { undampedTrend: true, criterion: 'aicc' });
    expect(damped.detail).not.toBe('ETS(A,A,N)');
    expect(free.detail).toMatch(/ETS\([AM],A,N\)/);
    expect(free.forecast(10)[9]).toBeCloseTo(10 + 3 * 69, -1);
  });

  it('combines its three parts evenly', () => {
    const y = seriesNamed('nile');
    const spec = { periods: [] };
    const parts = [ses, holt, dampedTrend].map((one) => one.fit(y, spec).forecast(5));
    const mean = comb.fit(y, spec).forecast(5);
    for (let h = 0; h < 5; h += 1) {
      expect(mean[h]).toBeCloseTo(parts.reduce((sum, part) => sum + (part[h] as number), 0) / 3, 8);
    }
  });
});
