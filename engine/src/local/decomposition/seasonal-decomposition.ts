import { oneOf } from '../../estimators/parameters.ts';
import { type Component, restoredComponents } from '../components.ts';
import { fitEts, packEts, scaleOf, unpackEts } from '../ets/ets-fit.ts';
import { etsComponents, projectEts } from '../ets/ets-project.ts';
import { meanOf } from '../history.ts';
import { localForecaster } from '../local-model.ts';
import { multipleSeasons } from './stl.ts';

const DAMPED = { error: 'A', trend: 'A', damped: true, season: 'N' } as const;

/**
 * Several seasons by loess decomposition (see `multipleSeasons`), repeated as last seen, on top of a damped trend (see
 * `dampedTrend`).
 */
export const seasonalDecomposition = localForecaster<{ scale: 'level' | 'log' }>({
  name: 'seasonal-decomposition',
  title: 'Seasonal decomposition with damped trend',
  params: { scale: oneOf(['level', 'log'], 'log') },
  leastRows: 8,
  learn(y, spec, params) {
    const log = params.scale === 'log' && y.every((value) => value > 0);
    const periods = spec.periods.filter((period) => 2 * period < y.length).sort((a, b) => a - b);
    const { seasons, adjusted: rest } = multipleSeasons(log ? y.map(Math.log) : y, periods);
    // The form is additive, so the search may work on centred values: logarithms have no natural zero.
    const centre = meanOf(rest);
    const centred = rest.map((value) => value - centre);
    const scale = scaleOf(centred);
    const fit = fitEts(
      centred.map((value) => value / scale),
      DAMPED,
      1,
    );
    const parameters = { ...fit.parameters, level: fit.parameters.level + centre / scale };
    const patterns = periods.flatMap((period, k) => [period, ...lastPattern(seasons[k] as Float64Array, period)]);
    return Float64Array.from([log ? 1 : 0, periods.length, ...patterns, ...packEts({ ...fit, parameters }, scale)]);
  },
  project(learned, y, _, horizon) {
    const { log, patterns, rest } = unpack(learned);
    const back = (inner: number): number => (log ? Math.exp(inner) : inner);
    const { form, parameters } = unpackEts(rest);
    const plain = projectEts(adjustSeasons(y, log, patterns), form, parameters, horizon);
    return {
      mean: plain.mean.map((inner, h) => back(inner + seasonAt(patterns, y.length + h))),
      fitted: plain.fitted.map((inner, t) => back(inner + seasonAt(patterns, t))),
    };
  },
  components(learned, y, _, horizon) {
    const { log, patterns, rest } = unpack(learned);
    const { form, parameters } = unpackEts(rest);
    const seasons = patterns.map(
      (pattern): Component => ({
        kind: 'season',
        period: pattern.length,
        values: Float64Array.from({ length: horizon }, (_unused, h) => seasonAt([pattern], y.length + h)),
      }),
    );
    const parts = [...etsComponents(adjustSeasons(y, log, patterns), form, parameters, horizon), ...seasons];
    return log ? restoredComponents(parts, Math.exp) : parts;
  },
  detail(learned) {
    const { log, patterns } = unpack(learned);
    return `${log ? 'log ' : ''}decomposition [${patterns.map((pattern) => pattern.length).join(', ')}] with damped trend`;
  },
});

const seasonAt = (patterns: readonly Float64Array[], t: number): number =>
  patterns.reduce((sum, pattern) => sum + (pattern[t % pattern.length] as number), 0);

/** The history on the scale of the model, without its seasons. */
function adjustSeasons(y: Float64Array, log: boolean, patterns: readonly Float64Array[]): Float64Array {
  const value = (raw: number): number => (log ? Math.log(Math.max(raw, Number.MIN_VALUE)) : raw);
  return y.map((raw, t) => value(raw) - seasonAt(patterns, t));
}

/** The newest full season, by place: index 0 belongs to rows that are multiples of the period. */
function lastPattern(season: Float64Array, period: number): Float64Array {
  const pattern = new Float64Array(period);
  for (let t = season.length - period; t < season.length; t += 1) pattern[t % period] = season[t] as number;
  return pattern;
}

function unpack(learned: Float64Array): { log: boolean; patterns: readonly Float64Array[]; rest: Float64Array } {
  const patterns: Float64Array[] = [];
  let at = 2;
  for (let k = 0; k < (learned[1] as number); k += 1) {
    const period = learned[at] as number;
    patterns.push(learned.subarray(at + 1, at + 1 + period));
    at += 1 + period;
  }
  return { log: learned[0] === 1, patterns, rest: learned.subarray(at) };
}
