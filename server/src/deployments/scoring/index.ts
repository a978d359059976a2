/** Rows in, answers out: what other sub-rooms use of scoring. */
export { type HotModel, openModel } from './hot-model.ts';
export { loadSource } from './load-source.ts';
export { ScoringRefusal } from './refusal.ts';
export { scoreRows } from './score-rows.ts';
export { PLAIN } from './scored.ts';
