import type { ChunkOrder } from '#data';
import { catalogue, type FieldErrors, forbidden, unprocessable } from '#platform/http/problem.ts';
import { supportsIncremental } from '../../core/models/blueprint.rules.ts';
import type { ModelRow, Recipe } from '../../core/models/model.tables.ts';
import type { ProjectPlan } from '../../core/partitioning/plan.ts';
import { type Aim, modeOf } from '../../core/project/aim.schema.ts';
import type { IncrementalSettings } from '../../core/project/autopilot-run.store.ts';

const USUAL_ROUNDS = 100;
const CHUNKS_FOR_A_FIT = 5;

/** A chunk adds a fifth of the rounds of a first fit: it corrects what is known rather than learning it by heart. */
export function paramsForChunk(params: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const rounds = typeof params.rounds === 'number' ? params.rounds : USUAL_ROUNDS;
  return { ...params, rounds: Math.max(1, Math.round(rounds / CHUNKS_FOR_A_FIT)) };
}

/** Which chunk left the best score, the earliest of equals; the last one where nothing was scored. */
export function bestIteration(scores: readonly (number | null)[], lowerIsBetter: boolean): number {
  let best = -1;
  scores.forEach((score, at) => {
    if (score === null) return;
    const known = scores[best];
    if (known === undefined || known === null || (lowerIsBetter ? score < known : score > known)) best = at;
  });
  return best < 0 ? scores.length - 1 : best;
}

/** The last of those with the best score: of equal forecasters, the one trained on most data. */
export function lastOfBest(scores: readonly (number | null)[], lowerIsBetter: boolean): number {
  const best = scores[bestIteration(scores, lowerIsBetter)];
  return best === undefined || best === null ? scores.length - 1 : scores.lastIndexOf(best);
}

/** Whether so many chunks in a row brought nothing better; 0 goes over all chunks. */
export const stopsEarly = (scores: readonly (number | null)[], rounds: number, lowerIsBetter: boolean): boolean =>
  rounds > 0 && scores.length - 1 - bestIteration(scores, lowerIsBetter) >= rounds;

const NAMES = {
  only: 'incrementalLearningOnlyMode',
  best: 'incrementalLearningOnBestModel',
  chunks: 'chunkDefinitionId',
  stop: 'incrementalLearningEarlyStoppingRounds',
  before: 'numberOfIncrementalLearningIterationsBeforeBestModelSelection',
} as const;
const ALL = Object.values(NAMES);

export const isIncrementalAim = (aim: Aim): boolean =>
  ALL.some((name) => aim[name] !== undefined && aim[name] !== false);

/** Which fields of an aim about learning chunk by chunk are not supported. */
export function wrongIncremental(aim: Aim): FieldErrors {
  const said = ALL.filter((name) => aim[name] !== undefined && aim[name] !== false);
  if (said.length === 0) return {};
  if (aim.unsupervisedMode)
    return Object.fromEntries(
      said.map((name) => [name, `Models without a target do not learn chunk by chunk. Leave ${name} out`]),
    );
  if (aim.useTimeSeries && aim.windowsBasisUnit === 'ROW')
    return Object.fromEntries(
      said.map((name) => [
        name,
        `Rows that are numbered one by one cannot be continued from chunk to chunk. Leave ${name} out, or choose windows in a unit of time`,
      ]),
    );
  const errors: Record<string, string> = {};
  const chunks = aim[NAMES.best] || aim[NAMES.chunks] !== undefined;
  if (aim[NAMES.best] && modeOf(aim) === 'manual')
    errors[NAMES.best] = 'In mode manual nothing is trained by itself, so there is no best model to go on with';
  for (const name of [NAMES.stop, NAMES.before]) {
    if (aim[name] === undefined || ((aim[NAMES.only] || aim[NAMES.best]) && chunks)) continue;
    errors[name] = `${name} goes with ${NAMES.best}, or with ${NAMES.only} and ${NAMES.chunks}`;
  }
  return errors;
}

/** Whether to define chunks of the project's own data: the best model continues on chunks, and none were named. */
export const wantsOwnChunks = (aim: Aim): boolean => (aim[NAMES.best] ?? false) && aim[NAMES.chunks] === undefined;

/**
 * Why forecasters cannot train on chunks; empty when they can. The cells of a series must come in the order of
 * time: chunk by chunk in time, or series by series.
 */
export function wrongChunkOrder(
  { partitionMethod, orderByColumns, isDescendingOrder, datetimePartitionColumn }: ChunkOrder,
  { dateColumn, idColumns }: { readonly dateColumn: string; readonly idColumns: readonly string[] },
): string {
  const byTime = partitionMethod === 'date' && datetimePartitionColumn === dateColumn;
  const first = orderByColumns.slice(0, idColumns.length);
  const isEachSeries =
    idColumns.every((name) => first.includes(name)) && orderByColumns[idColumns.length] === dateColumn;
  const bySeries = partitionMethod === 'random' && isEachSeries;
  if ((byTime || bySeries) && !isDescendingOrder) return '';
  const columns = [...idColumns, dateColumn].join(', ');
  return (
    'Forecasting models learn the cells of a series in the order of time. Make a chunk definition with partitionMethod ' +
    `date and datetimePartitionColumn ${dateColumn} (chunks of time), or with orderByColumns ${columns} (chunks of ` +
    'series), in ascending order'
  );
}

/** What the autopilot is to do with chunks; undefined: nothing. */
export function incrementalSettings(aim: Aim): IncrementalSettings | undefined {
  const chunkDefinitionId = aim[NAMES.chunks];
  const only = aim[NAMES.only] ?? false;
  if (chunkDefinitionId === undefined || !(only || aim[NAMES.best])) return undefined;
  return {
    chunkDefinitionId,
    earlyStoppingRounds: aim[NAMES.stop] ?? 0,
    iterationsBeforeSelection: aim[NAMES.before] ?? (only ? 1 : null),
  };
}

/** Why a model cannot continue training; empty when it can. */
export function whyNotContinue(model: ModelRow, recipe: Recipe | undefined, plan: ProjectPlan | null): string {
  if (model.category === 'blend' || (model.artifact?.kind !== 'rows' && model.artifact?.kind !== 'forecaster'))
    return 'It is not a single trained model. Go on with a model whose blueprint supportsIncrementalLearning.';
  if (recipe === undefined || !supportsIncremental(recipe))
    return `${model.model_type} learns from all rows at once. Go on with a model whose blueprint supportsIncrementalLearning.`;
  if (plan?.kind === 'series' && plan.grid.unit === 'ROW')
    return 'The project numbers its rows instead of using their dates, so nothing can be continued from one file to the next.';
  if (model.trained_into_validation)
    return `It was trained on the rows it would be evaluated on. Continue with the model it was retrained from${model.parent_model_id === null ? '' : `, ${model.parent_model_id}`}.`;
  return '';
}

export const IncrementalProblems = catalogue({
  notEnabled: forbidden(
    'projects.incremental_not_enabled',
    (username: string) =>
      `${username} does not hold the permission ENABLE_INCREMENTAL_LEARNING. An administrator can grant it with PATCH users/{userId}/.`,
  ),
  cannotContinue: unprocessable(
    'projects.cannot_continue',
    (id: string, why: string) => `Model ${id} cannot go on learning. ${why}`,
  ),
  noChunksSaid: unprocessable(
    'projects.no_chunks',
    () => 'The project has no chunks of its own. Send chunkDefinitionId.',
  ),
  notIncremental: unprocessable(
    'projects.not_incremental',
    (id: string) =>
      `Model ${id} has not learned from chunks yet. POST incrementalLearningModels/fromSampleModel/ begins with the first one.`,
  ),
  noChunksLeft: unprocessable(
    'projects.no_chunks_left',
    (id: string, chunks: number) =>
      `Model ${id} has been through all ${chunks} chunks of this definition. Use another chunk definition.`,
  ),
  readyAsItIs: unprocessable(
    'projects.incremental_ready',
    (id: string) =>
      `Model ${id} learned piece by piece; learning it again on the project's own rows would lose what it knows. Deploy it as it is.`,
  ),
  noTimeStep: unprocessable(
    'projects.incremental_no_time_step',
    () =>
      'The dates have no regular step, so rows are numbered one by one and nothing can be continued from chunk to chunk. Leave the fields about incremental learning out, or bring the data to a regular step.',
  ),
  wrongChunkOrder: unprocessable(
    'projects.wrong_chunk_order',
    (id: string, why: string) => `The chunk definition ${id} does not fit the project. ${why}.`,
  ),
  tooFewCells: unprocessable(
    'projects.too_few_cells',
    (model: string, cells: number) =>
      `All chunks together bring ${cells} cells, too few for ${model}. Use chunks with more history, or another model.`,
  ),
  noUsableRows: unprocessable(
    'projects.no_usable_rows',
    (what: string, target: string) =>
      `No row of ${what} can be learned from: ${target} is missing in all of them, has only unknown values, they are the rows models are evaluated on, or the model has learned from them already.`,
  ),
});
