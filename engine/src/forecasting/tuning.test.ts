import { expect, it } from 'vitest';
import type { ForecastBlueprint } from './blueprint.ts';
import { tunableForecast, tuneForecast } from './tuning.ts';

const boosted: ForecastBlueprint = {
  ...{ kind: 'boosting', id: 'b', title: 'Boosting', family: 'TS-05', cost: 1, scaling: 'level', maxRows: 100 },
  ...{ members: 1, blocks: false },
  boosting: {
    ...{ loss: 'squared', rounds: 50, leaves: 31, learningRate: 0.1, minChildRows: 40 },
    ...{ columnShare: 0.5, rowShare: 0.7, huberBend: 2 },
  },
};

it('the boosting of a forecast is tuned; the rest of the recipe stays', () => {
  const tuned = tuneForecast(boosted, [
    ['boosting.n_estimators', 20],
    ['boosting.loss', 'absolute'],
  ]);
  expect(tuned).toEqual({ ...boosted, boosting: { ...boosted.boosting, rounds: 20, loss: 'absolute' } });
  expect(tunableForecast(tuned).find(({ name }) => name === 'n_estimators')?.current).toBe(20);
  expect(tunableForecast(boosted)).toHaveLength(8);
});

it('refuses losses that forecasts do not have, and parameters of recipes that have none', () => {
  expect(() => tuneForecast(boosted, [['boosting.loss', 'tweedie']])).toThrow('one of squared, huber, absolute');
  const map: ForecastBlueprint = {
    ...{ kind: 'lag-map', id: 'm', title: 'Map', family: 'TS-08', cost: 1, scaling: 'level', maxOrigins: 5 },
  };
  expect(tunableForecast(map)).toEqual([]);
  expect(() => tuneForecast(map, [['boosting.loss', 'huber']])).toThrow('This model takes: none');
});
