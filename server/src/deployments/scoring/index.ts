/** Rows in, answers out: what batches, monitoring, challengers and old routes use of scoring. */
export { PLAINLY, type Shown } from './answer/shown.ts';
export { answerRequest, PLAIN_REQUEST, type RowsAnswer, type RowsRequest } from './answer-request.ts';
export { type HotModel, type ModelSource, openModel } from './hot-model.ts';
export { HotModels } from './hot-models.ts';
export { loadSource } from './load-source.ts';
export { ScoringRefusal } from './refusal.ts';
export { type CsvDialect, readCsv, USUAL_CSV } from './rows/read-csv.ts';
export { readJson } from './rows/read-json.ts';
export type { Flaw, KeptCell, SentRows, Wanted } from './rows/sent-rows.ts';
export { scoreRows } from './score-rows.ts';
export { type Asked, PLAIN, type Scored } from './scored.ts';
