/** The public interface of the fakes: servers that speak the providers' wire formats, and the worlds behind them. */

export * as buildA from './a/build.ts';
export * as editA from './a/edits.ts';
export * as historyA from './a/history.ts';
export { type ProviderA, startProviderA } from './a/provider-a.ts';
export { scenarios as scenariosA } from './a/scenarios.ts';
export { trouble as troubleA } from './a/trouble.ts';
export * as buildB from './b/build.ts';
export { appCertificate, appKey } from './b/certificate.ts';
export * as editB from './b/edits.ts';
export * as historyB from './b/history.ts';
export { isListed, type ProviderB, type ProviderBOptions, startProviderB } from './b/provider-b.ts';
export { scenarios as scenariosB } from './b/scenarios.ts';
export { trouble as troubleB } from './b/trouble.ts';
export { type FakeLlm, startLlm } from './llm/llm.ts';
export type { Scenario } from './scenario.ts';
export { type HandClock, handClock } from './wire/clock.ts';
