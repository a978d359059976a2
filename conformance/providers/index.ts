/** The door of the fakes: two servers that speak the providers' wire formats, and the worlds behind them. */

export * as buildB from './b/build.ts';
export * as editB from './b/edits.ts';
export { type ProviderB, startProviderB } from './b/provider-b.ts';
