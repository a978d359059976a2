import { chunksOf } from '#data';
import type { Platform } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import type { Actor } from '#platform/http/actor.ts';
import { byScore, lowerIsBetter } from '../../core/models/metrics.rules.ts';
import { blueprintStore, modelStore } from '../../core/models/model.store.ts';
import type { ModelRow } from '../../core/models/model.tables.ts';
import type { AutopilotRunRow } from '../../core/project/autopilot-run.store.ts';
import type { ProjectRow } from '../../core/project/project.store.ts';
import { addContinued } from '../incremental/continue-model.ts';
import { whyNotContinue } from '../incremental/incremental.rules.ts';
import type { RunState } from './run-state.ts';

interface Moment {
  readonly platform: Platform;
  readonly tx: Tx;
  readonly project: ProjectRow;
  readonly run: AutopilotRunRow;
  readonly actor: Actor;
  readonly state: RunState;
}

/** Models of the run that can go on learning, the best on the first part first. */
async function candidates({ tx, project, state }: Moment): Promise<ModelRow[]> {
  const ids = state.models.map(({ modelId }) => modelId);
  const rows = await modelStore(tx).byIds(project.id, ids);
  const blueprints = await blueprintStore(tx).byIds(
    project.id,
    rows.map(({ blueprint_id }) => blueprint_id),
  );
  const recipes = new Map(blueprints.map(({ id, recipe }) => [id, recipe]));
  return ranked(
    project,
    rows.filter((row) => whyNotContinue(row, recipes.get(row.blueprint_id), project.plan) === ''),
  );
}

const ranked = ({ metric }: ProjectRow, rows: ModelRow[]): ModelRow[] =>
  rows.sort(byScore((row) => row.metrics[metric ?? '']?.validation ?? null, lowerIsBetter(metric)));

/** Every candidate goes on over the first chunks, so that the best is chosen by what chunks do to it. */
export async function compareOnChunks(moment: Moment): Promise<number> {
  const { platform, tx, project, run, actor } = moment;
  const { incremental } = run.settings;
  if (incremental === undefined || incremental.iterationsBeforeSelection === null) return 0;
  const rows = await candidates(moment);
  const { chunkDefinitionId, iterationsBeforeSelection: most } = incremental;
  const source = { kind: 'chunks', chunkDefinitionId, from: 0, most } as const;
  const job = { project, actor, autopilotRun: run.number };
  for (const row of rows)
    await addContinued(platform, tx, row, { source, earlyStoppingRounds: 0, recommend: true }, job);
  return rows.length;
}

/** The best goes on over the chunks that are left. */
export async function goOnWithBest(moment: Moment): Promise<number> {
  const { platform, tx, project, run, actor } = moment;
  const { incremental } = run.settings;
  if (incremental === undefined) return 0;
  const { chunkDefinitionId, earlyStoppingRounds, iterationsBeforeSelection } = incremental;
  const firsts = await candidates(moment);
  const own = new Set(firsts.map(({ id }) => id));
  const compared = (await modelStore(tx).ready(project.id)).filter(
    ({ parent_model_id, prepared_for_deployment }) => own.has(parent_model_id ?? '') && !prepared_for_deployment,
  );
  const from = compared.length > 0 ? (iterationsBeforeSelection ?? 0) : 0;
  const [best] = compared.length > 0 ? ranked(project, compared) : firsts;
  if (best === undefined || from >= (await chunksOf({ db: platform.db }, chunkDefinitionId)).chunks) return 0;
  const source = { kind: 'chunks', chunkDefinitionId, from } as const;
  await addContinued(
    platform,
    tx,
    best,
    { source, earlyStoppingRounds, recommend: true },
    { project, actor, autopilotRun: run.number },
  );
  return 1;
}
