export { fitManySeries } from './batch.ts';
export { localForecaster, localForecasters, readForecaster, writeForecaster } from './catalogue.ts';
export type { FittedForecaster, Forecaster, SeriesSpec } from './forecaster.ts';
