import { requireRole } from '#accounts';
import type { Ctx, Platform, ServiceDefinition } from '#platform/context.ts';
import { hearChanges } from '#platform/db/change-feed.ts';
import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import type { DeploymentRow } from '../deployments.tables.ts';
import { DeploymentProblems } from '../records/deployment.problems.ts';
import { DEPLOYMENTS_CHANNEL } from '../records/deployment.store.ts';
import { deploymentForServing, type ServedDeployment } from '../records/get-deployment.ts';
import { getManifestOrThrow } from '../registry/registry.kind.ts';
import { TextModelProblems } from '../registry/registry.problems.ts';
import type { ModelSource } from '../scoring/cached-model.ts';
import { loadModelFiles } from '../scoring/load-model.ts';
import { closeScoring } from '../scoring/score.ts';
import { PredictionProblems } from './prediction.problems.ts';

/** What a prediction is made with: a model, and the deployment that serves it, if one does. */
export interface PredictionTarget {
  /** The cache key of the model: the same key is always the same model. */
  readonly modelKey: string;
  /** Of the leaderboard. */
  readonly modelId: string;
  load(): Promise<ModelSource>;
  /** For two classes: the probability from which on the positive class is predicted. */
  readonly threshold: number;
  readonly deployment: DeploymentRow | null;
}

/** The champion of a deployment that the caller may predict with. */
export function deploymentTarget(ctx: Ctx, deploymentId: string): PredictionTarget | Promise<PredictionTarget> {
  const served = getServedDeployment(ctx, deploymentId);
  return served instanceof Promise ? served.then((read) => targetOf(ctx, read)) : targetOf(ctx, served);
}

function targetOf(ctx: Ctx, { deployment, package: champion }: ServedDeployment): PredictionTarget {
  if (champion.text_model !== null) refuse(TextModelProblems.writesText, `deployment ${deployment.id}`);
  requireActive(deployment, champion.execution_type);
  const { id, model_id: modelId } = champion;
  return {
    modelKey: id,
    modelId,
    load: async () =>
      loadModelFiles(ctx, { id, modelId, manifest: champion.bundle ?? (await getManifestOrThrow(ctx, id)) }),
    threshold: deployment.prediction_threshold ?? champion.prediction_threshold,
    deployment,
  };
}

/** While a model is being replaced, the current one serves. */
export function requireActive({ id, status }: DeploymentRow, executionType: string): void {
  if (executionType === 'external') refuse(PredictionProblems.external, id);
  if (status === 'active' || status === 'replacingModel') return;
  if (status === 'launching') refuse(PredictionProblems.notReady, id);
  refuse(PredictionProblems.notActive, id, status);
}

/** The deployment and its champion, from memory where the caller is known to have the right to predict with it. */
export function getServedDeployment(ctx: Ctx, id: string): ServedDeployment | Promise<ServedDeployment> {
  const deployments = ctx.services.get(servedDeployments);
  const known = deployments.find(ctx.actor, id);
  if (known === undefined) return deployments.read(ctx, id);
  ctx.checked?.grant(DEPLOYMENT, 'use');
  return known;
}

interface Entry {
  readonly served: ServedDeployment;
  /** The callers that were found to have the right to predict, each with its role. */
  readonly allowed: Set<string>;
}

const MOST = 10_000;

/**
 * A cache of deployments and of their allowed callers. A change notification drops the entry at once; nothing is cached
 * while notifications cannot be received, nor what was read before the last one.
 */
class ServedDeployments {
  readonly #entries = new Map<string, Entry>();
  #generation = 0;
  #listening = false;
  close: () => Promise<void> = async () => undefined;

  find(actor: Actor, id: string): ServedDeployment | undefined {
    const entry = this.#entries.get(id);
    return entry?.allowed.has(callerKey(actor)) ? entry.served : undefined;
  }

  async read(ctx: Pick<Ctx, 'actor' | 'db' | 'checked'>, id: string): Promise<ServedDeployment> {
    const readAt = this.#generation;
    await requireRole(ctx, { kind: DEPLOYMENT, id }, 'use');
    const cached = this.#entries.get(id)?.served;
    const served = cached ?? (await deploymentForServing(ctx, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    if (this.#listening && readAt === this.#generation) this.#add(ctx.actor, id, served);
    return served;
  }

  #add(actor: Actor, id: string, served: ServedDeployment): void {
    const entry = this.#entries.get(id);
    if (entry !== undefined) {
      entry.allowed.add(callerKey(actor));
      return;
    }
    if (this.#entries.size >= MOST) this.#entries.clear();
    this.#entries.set(id, { served: served, allowed: new Set([callerKey(actor)]) });
  }

  drop(id: string): void {
    this.#generation++;
    if (id === '*') this.#entries.clear();
    else this.#entries.delete(id);
  }

  /** Changes made while not listening are unknown, so both transitions drop everything. */
  setListening(listening: boolean): void {
    this.#listening = listening;
    this.drop('*');
  }
}

/** The role is part of the key: an administrator who loses the role is another caller. */
const callerKey = ({ role, userId }: Actor): string => `${role} ${userId}`;

/** Caches nothing until `startPredictions` listens for changes. */
const servedDeployments: ServiceDefinition<ServedDeployments> = {
  name: 'served deployments',
  open: () => new ServedDeployments(),
};

/** Starts to listen for changed deployments; called once by every server. */
export function startPredictions({ db, services }: Pick<Platform, 'db' | 'services'>): void {
  const deployments = services.get(servedDeployments);
  const feed = hearChanges({
    url: db.url,
    channels: [DEPLOYMENTS_CHANNEL],
    name: 'almanac deployments',
    onChange: (id) => deployments.drop(id),
    onListening: (now) => deployments.setListening(now),
  });
  deployments.close = () => feed.close();
}

export async function closePredictions(platform: Pick<Platform, 'services'>): Promise<void> {
  await platform.services.remove(servedDeployments)?.close();
  await closeScoring(platform);
}
