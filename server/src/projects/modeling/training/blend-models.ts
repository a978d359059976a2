import { type Blend, type TabularBlend, usedModels } from '@almanac/engine';
import { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { metricsFrom } from '../../core/models/metrics.rules.ts';
import { modelStore } from '../../core/models/model.store.ts';
import type { ModelArtifact, ModelRow } from '../../core/models/model.tables.ts';
import { type ProjectPlan, partNames } from '../../core/partitioning/plan.ts';
import { trainingOf } from '../../core/partitioning/training-data.ts';
import { loadProject } from '../../core/project/get-project.ts';
import { lockProject, type ProjectRow } from '../../core/project/project.store.ts';
import { type EngineThread, withEngine } from '../../engine/engine-pool.ts';
import {
  readRowPredictions,
  readSeriesPredictions,
  type StoredPart,
  seriesPart,
  tablePart,
} from '../../engine/part-predictions.ts';
import { projectData, seriesJob, tableJob } from '../../engine/project-data.ts';
import { projectBlobs, readModelBytes, writeBytes } from '../../engine/project-files.ts';
import { type Step, stableId } from '../../queue/step.ts';
import { storedPredictions } from './member-predictions.ts';
import { modelPath } from './train-model.ts';

const Input = z.strictObject({
  memberIds: z.array(z.string()).min(2),
  /** The engine's rules to choose from; all when absent. */
  rules: z.array(z.string()).optional(),
  most: z.int().min(1),
  method: z.string().optional(),
});
type Input = z.output<typeof Input>;

interface BlendWork {
  readonly project: ProjectRow;
  readonly plan: ProjectPlan;
  readonly members: readonly ModelRow[];
  readonly input: Input;
  readonly jobId: number;
}

/** Blends models from their stored predictions, without training. */
export const blendModels: Step<Input> = {
  name: 'blend-models',
  jobType: 'model',
  input: Input,
  async run(platform, input, job, run) {
    const { project, plan } = await loadProject(platform, job.project_id);
    const rows = await modelStore(platform.db.queries).byIds(project.id, input.memberIds);
    const members = input.memberIds.flatMap((id) => rows.find((row) => row.id === id) ?? []);
    const data = await projectData(platform, project, run.signal);
    const work = { project, plan, members, input, jobId: job.id };
    const made = await withEngine(data, run.signal, (thread) =>
      plan.kind === 'series' ? onSeries(platform, thread, work) : onTable(platform, thread, work),
    );
    // The autopilot only tries; a requested blend fails with the reason.
    if (made.length === 0 && input.method !== undefined) throw new Problem(422, 'projects.blend_of_one', OF_ONE);
    for (const blend of made) await saveBlend(platform, project, plan, blend);
    const [best] = made;
    return best === undefined ? undefined : { location: modelPath(project.id, best.id, plan) };
  },
};

/** The members that were evaluated on every part. */
async function evaluatedMembers<T>(platform: Platform, work: BlendWork, read: (bytes: Uint8Array) => T) {
  const { evaluated } = partNames(work.plan);
  const members: { row: ModelRow; id: string; parts: T[] }[] = [];
  for (const row of work.members) {
    const parts = await storedPredictions(platform, row.id, evaluated, read);
    if (parts !== null) members.push({ row, id: row.id, parts });
  }
  return members.length < 2 ? refuseIncomplete() : members;
}

/** What the members predicted for the holdout; null where there is none, or not all were evaluated on it. */
async function heldOut<T>(
  platform: Platform,
  { plan }: BlendWork,
  ids: readonly string[],
  read: (bytes: Uint8Array) => T,
) {
  if (!partNames(plan).holdout) return null;
  const all = await Promise.all(ids.map((id) => storedPredictions(platform, id, ['holdout'], read)));
  return all.includes(null) ? null : all.flatMap((parts) => parts ?? []);
}

async function onSeries(platform: Platform, thread: EngineThread, work: BlendWork): Promise<MadeBlend[]> {
  const { project, plan, input } = work;
  const { evaluated } = partNames(plan);
  const complete = await evaluatedMembers(platform, work, readSeriesPredictions);
  const job = await seriesJob(platform, project, complete[0]?.row as ModelRow);
  const members = complete.map(({ id, parts }) => ({ id, parts }));
  const rules = input.rules === undefined ? {} : { rules: input.rules };
  const blends = await thread.ask('blendSeries', { job, members, most: input.most, ...rules });
  const out: MadeBlend[] = [];
  for (const { rule, title, blend, parts } of blends) {
    const id = stableId(work.jobId, rule);
    const used = usedModels(blend);
    const saved = parts.map((part, i) => seriesPart(evaluated[i] as string, part));
    const held = await heldOut(platform, work, blend.models, readSeriesPredictions);
    if (held !== null) saved.push(seriesPart('holdout', await thread.ask('applyToPart', { blend, members: held })));
    const files: Record<string, Uint8Array> = {};
    for (const member of used)
      files[member] = await readModelBytes(platform, projectBlobs(project.id).artifact(member), member);
    const predictions = parts.map((part) => part.predictions);
    const file = await thread.ask('joinSeries', { job, blend, files, parts: predictions });
    const rows = complete.filter((one) => used.includes(one.id)).map(({ row }) => row);
    const artifact = { kind: 'forecaster', key: projectBlobs(project.id).artifact(id) } as const;
    out.push({ id, title, method: input.method ?? rule, blend, members: rows, parts: saved, artifact, file });
  }
  return out;
}

async function onTable(platform: Platform, thread: EngineThread, work: BlendWork): Promise<MadeBlend[]> {
  const { project, plan, input } = work;
  const { evaluated } = partNames(plan);
  const complete = await evaluatedMembers(platform, work, readRowPredictions);
  const job = await tableJob(platform, project, complete[0]?.row as ModelRow);
  const members = complete.map(({ id, parts }) => ({ id, parts }));
  const equally = input.rules?.includes('average') === true;
  const made = await thread.ask('blendTable', { job, members, metric: project.metric ?? '', equally });
  if (made === null) return [];
  const { blend } = made;
  const saved = made.parts.map((part, i) => tablePart(evaluated[i] as string, part));
  const held = await heldOut(platform, work, blend.models, readRowPredictions);
  if (held !== null)
    saved.push(tablePart('holdout', await thread.ask('applyToRows', { job, blend, part: 'holdout', members: held })));
  const used = complete.filter(({ id }) => blend.models.includes(id)).map(({ row }) => row);
  const keys = blend.models.map((id) => projectBlobs(project.id).artifact(id));
  const artifact = { kind: 'rows-blend', keys, weights: blend.weights } as const;
  const id = stableId(work.jobId, 'mean');
  const method = input.method ?? 'ENET';
  const title = equally ? 'AVG Blender' : `${method} Blender (weighted mean)`;
  return [{ id, title, method, blend, members: used, parts: saved, artifact, file: null }];
}

const OF_ONE =
  'By these weights one of the models answers best alone, so there is nothing to blend. Use that model, choose others, ' +
  'or let all count the same with blenderMethod AVG.';
const refuseIncomplete = (): never => {
  throw new Problem(422, 'projects.blend_incomplete', INCOMPLETE);
};
const INCOMPLETE =
  'Fewer than two of these models have been evaluated on every backtest or fold. Run the missing ones first: ' +
  'POST datetimeModels/{modelId}/backtests/ or models/{modelId}/crossValidation/.';

interface MadeBlend {
  readonly id: string;
  readonly title: string;
  readonly method: string;
  readonly blend: Blend | TabularBlend;
  readonly members: readonly ModelRow[];
  readonly parts: readonly StoredPart[];
  readonly artifact: ModelArtifact;
  readonly file: Uint8Array | null;
}

/** Adds a blend to the leaderboard: parts with predictions, scores, a model file. */
async function saveBlend(platform: Platform, project: ProjectRow, plan: ProjectPlan, made: MadeBlend): Promise<void> {
  const blobs = projectBlobs(project.id);
  for (const { part, predictions } of made.parts)
    await writeBytes(platform, blobs.predictions(made.id, part), predictions);
  if (made.file !== null) await writeBytes(platform, blobs.artifact(made.id), made.file);
  const { evaluated } = partNames(plan);
  const first = made.members[0];
  const training = trainingOf(plan, evaluated[0] ?? '', first?.training_row_count ?? null);
  await platform.db.transaction(async (tx) => {
    await lockProject(tx, project.id);
    const models = modelStore(tx);
    if ((await models.byId(project.id, made.id)) === undefined) {
      await models.insert({
        id: made.id,
        project_id: project.id,
        organization_id: project.organization_id,
        blueprint_id: `${made.id}${made.id.slice(0, 8)}`,
        model_type: made.title,
        family: 'Blender',
        category: 'blend',
        processes: [made.title, ...made.members.map(({ model_type }) => model_type)],
        featurelist_id: first?.featurelist_id ?? null,
        featurelist_name: first?.featurelist_name ?? null,
        training: JSON.stringify(training),
        training_row_count: training.rowCount,
        member_ids: made.members.map(({ id }) => id),
        blender_method: made.method,
        blend: JSON.stringify(made.blend),
        sample_pct: first?.sample_pct ?? null,
        created_at: platform.now(),
      });
    }
    for (const { part, scores, rows } of made.parts) {
      const training = trainingOf(plan, part, null);
      const predictionsKey = blobs.predictions(made.id, part);
      await models.putPart({ modelId: made.id, part, scores, rows, training, predictionsKey }, platform.now());
    }
    await models.setArtifact(made.id, made.artifact);
    await models.setScores(made.id, metricsFrom(plan, await models.parts([made.id]), evaluated), platform.now());
  });
}
