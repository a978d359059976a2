import type { ForecastBlueprint, TabularBlueprint } from '@almanac/engine';
import type { Platform } from '#platform/context.ts';
import { blueprintStore } from '../../core/models/model.store.ts';
import type { ModelArtifact, ModelRow } from '../../core/models/model.tables.ts';
import { type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import type { EngineThread } from '../../engine/engine-pool.ts';
import { type StoredPart, seriesPart, tablePart } from '../../engine/part-predictions.ts';
import { seriesJob, tableJob } from '../../engine/project-data.ts';
import { projectBlobs, readModelBytes } from '../../engine/project-files.ts';
import type { MoreRows } from './chunk-source.ts';
import type { continueRows } from './continue-rows.ts';
import { paramsForChunk } from './incremental.rules.ts';
import { iterationStore } from './incremental.store.ts';

export interface LearnerWork {
  readonly platform: Platform;
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly model: ModelRow;
  readonly parent: ModelRow;
  readonly thread: EngineThread;
  /** Whether the rows are the project's own, from the first on. */
  readonly fromOwnStart: boolean;
  readonly own: boolean;
}

export interface Finished {
  readonly parts: readonly StoredPart[];
  readonly file: Uint8Array;
  readonly kind: ModelArtifact['kind'] & ('rows' | 'forecaster');
  /** The file it can learn more from, where that is another one. */
  readonly learned?: Uint8Array;
  readonly span?: readonly [number, number];
}

/** Incremental training for one kind of project. */
export interface ChunkLearner {
  readonly rowsBefore: number;
  /** Its model file before the first chunk; null: none. */
  start(): Promise<Uint8Array | null>;
  learn(file: Uint8Array | null, rows: MoreRows, place: string, isFirst: boolean): ReturnType<typeof continueRows>;
  /** `latest`: what it was after the last piece, which need not be the best one. */
  finish(file: Uint8Array, latest: Uint8Array): Promise<Finished>;
}

/** The file a forecaster continues training from: its history ends where its training ended, not with the project's data. */
export const learnedKey = (projectId: string, modelId: string): string =>
  `${projectBlobs(projectId).artifact(modelId)}-learned`;

export const chunkLearner = (work: LearnerWork): Promise<ChunkLearner> =>
  work.plan.kind === 'series' ? seriesLearner(work) : rowLearner(work);

const evaluatedParts = (plan: ProjectPlan): string[] => {
  const { evaluated, holdout } = partNames(plan);
  return [...evaluated.slice(0, 1), ...(holdout ? ['holdout'] : [])];
};

const recipeOf = async ({ platform, project, model }: LearnerWork) =>
  (await blueprintStore(platform.db.queries).byId(project.id, model.blueprint_id))?.recipe;

async function rowLearner(work: LearnerWork): Promise<ChunkLearner> {
  const { platform, project, plan, model, parent, thread } = work;
  const job = await tableJob(platform, project, model);
  const params = paramsForChunk(((await recipeOf(work)) as TabularBlueprint | undefined)?.params ?? {});
  const [part = ''] = partNames(plan).evaluated;
  return {
    rowsBefore: parent.training_row_count ?? 0,
    start: () => readModelBytes(platform, projectBlobs(project.id).artifact(parent.id), parent.id),
    async learn(file, { frame: chunk, numbers }, place) {
      if (file === null) throw new Error(`Model ${parent.id} has no file to go on from.`);
      return thread.ask('continueRows', { job, file, params, chunk, numbers, place, part });
    },
    async finish(file) {
      const told = await thread.ask('evaluateFile', { job, file, parts: evaluatedParts(plan) });
      return { parts: told.map((one) => tablePart(one.part, one)), file, kind: 'rows' };
    },
  };
}

async function seriesLearner(work: LearnerWork): Promise<ChunkLearner> {
  const { platform, project, plan, model, parent, thread, own } = work;
  const job = await seriesJob(platform, project, model);
  const recipe = (await recipeOf(work)) as ForecastBlueprint;
  const continued = (await iterationStore(platform.db.queries).of(parent.id)).length > 0;
  // The project's own data are trained from the start, chunk by chunk: the parent was trained on all of them at once.
  const anew = work.fromOwnStart && !continued;
  const [part = ''] = partNames(plan).evaluated;
  const key = continued ? learnedKey(project.id, parent.id) : projectBlobs(project.id).artifact(parent.id);
  return {
    rowsBefore: anew ? 0 : (parent.training_row_count ?? 0),
    start: async () => (anew ? null : readModelBytes(platform, key, parent.id)),
    learn: (file, { frame: chunk }, place, isFirst) =>
      thread.ask('continueSeries', {
        job,
        blueprint: file === null ? recipe : forChunk(recipe),
        file,
        learnedProject: isFirst && !anew && !continued,
        chunk,
        own,
        place,
        part,
      }),
    async finish(file, latest) {
      const made = await thread.ask('finishSeries', { job, file, latest, parts: evaluatedParts(plan) });
      const parts = made.parts.map((one) => seriesPart(one.part, one));
      return { ...made, parts, kind: 'forecaster' };
    },
  };
}

const forChunk = (recipe: ForecastBlueprint): ForecastBlueprint =>
  recipe.kind === 'boosting'
    ? { ...recipe, boosting: { ...recipe.boosting, ...paramsForChunk({ rounds: recipe.boosting.rounds }) } }
    : recipe;
