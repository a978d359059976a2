import type { z } from 'zod';
import type { Need } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted, noContent, type Reply } from '#platform/http/reply.ts';
import { newRow } from '#platform/new-row.ts';
import type { ChallengerRow, DeploymentRow, ModelPackageRow, PredictionEnvironmentRow } from '../deployments.tables.ts';
import { byId, listOf } from '../listing.ts';
import { chooseEnvironment } from '../records/create-deployment.ts';
import { deploymentStore } from '../records/deployment.store.ts';
import { getChampionOrThrow, getDeploymentOrThrow } from '../records/get-deployment.ts';
import { candidateOf, replacementChecks } from '../records/replacement.rules.ts';
import { getPackageOrThrow, requireDeployable } from '../registry/registry.kind.ts';
import { TextModelProblems } from '../registry/registry.problems.ts';
import { completedStatus, deploymentPath } from '../status-replies.ts';
import { ChallengerProblems } from './challenger.problems.ts';
import type { Challenger, ChallengerChange, NewChallenger } from './challenger.schema.ts';
import { challengerStore, MOST_CHALLENGERS } from './challenger.store.ts';

type ReplyOptions = z.infer<typeof Challenger>;

function toChallenger(row: ChallengerRow, model: ModelPackageRow, environment: PredictionEnvironmentRow): ReplyOptions {
  return {
    id: row.id,
    name: row.name,
    model: {
      id: model.model_id,
      name: model.model_type,
      description: model.description,
      executionType: model.execution_type,
      // Clients take no null here; a model without a project says nothing.
      projectId: model.project_id ?? '',
      projectName: model.project_name ?? '',
      datasetName: model.bundle?.trainingDataset.name ?? '',
      isDeprecated: false,
    },
    modelPackage: { id: model.id, name: model.name },
    predictionEnvironment: { id: environment.id, name: environment.name },
  };
}

async function showChallengers(ctx: Ctx, rows: readonly ChallengerRow[]): Promise<ReplyOptions[]> {
  const store = deploymentStore(ctx.db.queries);
  const { organizationId } = ctx.actor;
  const models = byId(await store.packages(organizationId, listOf(rows, 'package_id')));
  const places = byId(await store.environments(organizationId, listOf(rows, 'environment_id')));
  return rows.flatMap((row) => {
    const [model, place] = [models.get(row.package_id), places.get(row.environment_id)];
    return model === undefined || place === undefined ? [] : toChallenger(row, model, place);
  });
}

async function getChallengerOrThrow(ctx: Ctx, deploymentId: string, id: string, need: Need): Promise<ChallengerRow> {
  await getDeploymentOrThrow(ctx, deploymentId, need);
  const row = await challengerStore(ctx.db.queries).byId(ctx.actor.organizationId, deploymentId, id);
  return row ?? refuse(ChallengerProblems.noSuchChallenger, id, deploymentId);
}

export async function listChallengers(ctx: Ctx, deploymentId: string, url: string) {
  await getDeploymentOrThrow(ctx, deploymentId, 'read');
  const rows = await challengerStore(ctx.db.queries).list(ctx.actor.organizationId, deploymentId);
  const all = await showChallengers(ctx, rows);
  return page(ctx.links, url, { offset: 0, limit: Math.max(1, all.length) }, all, all.length);
}

export async function getChallenger(ctx: Ctx, deploymentId: string, id: string): Promise<ReplyOptions> {
  const [one] = await showChallengers(ctx, [await getChallengerOrThrow(ctx, deploymentId, id, 'read')]);
  return one ?? refuse(ChallengerProblems.noSuchChallenger, id, deploymentId);
}

/** Another model that answers the same requests later, for comparison only. */
export async function addChallenger(
  ctx: Ctx,
  deploymentId: string,
  options: z.output<typeof NewChallenger>,
): Promise<Reply> {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  if (!deployment.settings.challengerModels.enabled) refuse(ChallengerProblems.notEnabled, deploymentId);
  const { row: model } = await getPackageOrThrow(ctx, options.modelPackageId, 'use');
  requireDeployable(model);
  await requireComparable(ctx, deployment, model);
  const place = await chooseEnvironment(ctx, model.execution_type, options.predictionEnvironmentId);
  const row = newRow(ctx);
  const { id, organization_id: organizationId } = row;
  const statusId = await ctx.db.transaction(async (tx) => {
    const store = challengerStore(tx);
    await deploymentStore(tx).lock(organizationId, deploymentId);
    const others = await store.list(organizationId, deploymentId);
    const same = others.find((other) => other.package_id === model.id);
    if (same !== undefined) refuse(ChallengerProblems.isThere, model.id, same.name);
    if (others.length >= MOST_CHALLENGERS) refuse(ChallengerProblems.tooMany, MOST_CHALLENGERS);
    const { name } = options;
    await store.insert({ ...row, deployment_id: deploymentId, package_id: model.id, environment_id: place.id, name });
    const path = `${deploymentPath(deploymentId)}challengers/${id}/`;
    return completedStatus(ctx, tx, path, `Adding challenger ${options.name}`);
  });
  return accepted(statusId, { id });
}

async function requireComparable(ctx: Ctx, deployment: DeploymentRow, model: ModelPackageRow): Promise<void> {
  if (model.execution_type === 'external') refuse(ChallengerProblems.answersElsewhere, model.id);
  if (model.text_model !== null) refuse(TextModelProblems.writesText, `version ${model.id}`);
  if (model.id === deployment.package_id) refuse(ChallengerProblems.isChampion, model.id);
  const champion = await getChampionOrThrow(ctx, deployment);
  const checks = replacementChecks(candidateOf(champion), candidateOf(model), deployment);
  const wrong = Object.values(checks).find(({ status }) => status === 'failing');
  if (wrong !== undefined) refuse(ChallengerProblems.doesNotFit, wrong.message);
}

export async function changeChallenger(
  ctx: Ctx,
  deploymentId: string,
  id: string,
  { name, predictionEnvironmentId }: z.output<typeof ChallengerChange>,
): Promise<ReplyOptions> {
  await getChallengerOrThrow(ctx, deploymentId, id, 'write');
  const place = predictionEnvironmentId && (await chooseEnvironment(ctx, 'dedicated', predictionEnvironmentId));
  const change = { name: name ?? undefined, environment_id: place ? place.id : undefined };
  await challengerStore(ctx.db.queries).change(ctx.actor.organizationId, id, change);
  return getChallenger(ctx, deploymentId, id);
}

export async function removeChallenger(ctx: Ctx, deploymentId: string, id: string): Promise<Reply> {
  await getChallengerOrThrow(ctx, deploymentId, id, 'write');
  await challengerStore(ctx.db.queries).remove(ctx.actor.organizationId, id);
  return noContent();
}
