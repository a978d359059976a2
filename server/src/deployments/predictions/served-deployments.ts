import { requireRole } from '#accounts';
import type { Ctx, Platform } from '#platform/context.ts';
import { hearChanges } from '#platform/db/change-feed.ts';
import type { Actor } from '#platform/http/actor.ts';
import { refuse } from '#platform/http/problem.ts';
import { DEPLOYMENT } from '../deployment.kind.ts';
import { DeploymentProblems } from '../records/deployment.problems.ts';
import { DEPLOYMENTS_CHANNEL } from '../records/deployment.store.ts';
import { deploymentForServing, type ServedDeployment } from '../records/get-deployment.ts';

interface Held {
  readonly served: ServedDeployment;
  /** Who was found to may predict, as what. */
  readonly allowed: Set<string>;
}

const MOST = 10_000;

/**
 * Deployments as they were last read, with those who may predict with them. Forgets at once what is announced as
 * changed, and remembers nothing while announcements cannot be heard, or that was read before the last one.
 */
class ServedDeployments {
  readonly #held = new Map<string, Held>();
  #generation = 0;
  #listening = false;

  /** The deployment when it is in memory and the caller is known to may predict with it. */
  find(actor: Actor, id: string): ServedDeployment | undefined {
    const held = this.#held.get(id);
    return held?.allowed.has(callerOf(actor)) ? held.served : undefined;
  }

  async read(ctx: Pick<Ctx, 'actor' | 'db'>, id: string): Promise<ServedDeployment> {
    const readAt = this.#generation;
    await requireRole(ctx, { kind: DEPLOYMENT, id }, 'use');
    const known = this.#held.get(id)?.served;
    const served = known ?? (await deploymentForServing(ctx, id)) ?? refuse(DeploymentProblems.noSuchDeployment, id);
    if (this.#listening && readAt === this.#generation) this.#remember(ctx.actor, id, served);
    return served;
  }

  #remember(actor: Actor, id: string, served: ServedDeployment): void {
    const held = this.#held.get(id);
    if (held !== undefined) {
      held.allowed.add(callerOf(actor));
      return;
    }
    if (this.#held.size >= MOST) this.#held.clear();
    this.#held.set(id, { served, allowed: new Set([callerOf(actor)]) });
  }

  forget(id: string): void {
    this.#generation++;
    if (id === '*') this.#held.clear();
    else this.#held.delete(id);
  }

  /** What changed while nobody listened is unknown: both turns of the switch forget everything. */
  listening(now: boolean): void {
    this.#listening = now;
    this.forget('*');
  }
}

/** An administrator who is one no longer is another caller. */
const callerOf = ({ role, userId }: Actor): string => `${role} ${userId}`;

interface Running {
  readonly deployments: ServedDeployments;
  close(): Promise<void>;
}

const running = new WeakMap<Platform['db'], Running>();

/** Begins to hear of changed deployments; before that every request asks the database. */
export function startServedDeployments({ db }: Pick<Platform, 'db'>): void {
  const deployments = new ServedDeployments();
  const feed = hearChanges({
    url: db.url,
    channels: [DEPLOYMENTS_CHANNEL],
    name: 'almanac deployments',
    onChange: (id) => deployments.forget(id),
    onListening: (now) => deployments.listening(now),
  });
  running.set(db, { deployments, close: () => feed.close() });
}

export async function closeServedDeployments({ db }: Pick<Platform, 'db'>): Promise<void> {
  const known = running.get(db);
  running.delete(db);
  await known?.close();
}

const alone = new ServedDeployments();

/** The first line of a prediction: the deployment, when the caller may predict with it. */
export function servedDeployment(ctx: Ctx, id: string): ServedDeployment | Promise<ServedDeployment> {
  const deployments = running.get(ctx.db)?.deployments ?? alone;
  return deployments.find(ctx.actor, id) ?? deployments.read(ctx, id);
}
