import type { Actor } from '#platform/http/actor.ts';
import type { Held } from './holder.store.ts';

export interface Holder extends Held {
  readonly actor: Actor;
}

const MOST = 10_000;

/**
 * Remembers who a secret belongs to, by its hash. It forgets at once what is announced as changed, and remembers
 * nothing while announcements cannot be heard, or that was read before the last one.
 */
export class HolderCache {
  readonly #byHash = new Map<string, Holder>();
  readonly #hashesByUser = new Map<string, Set<string>>();
  #generation = 0;
  #listening = false;

  /** To be taken before the database is asked, and handed to `remember` with the answer. */
  get generation(): number {
    return this.#generation;
  }

  get size(): number {
    return this.#byHash.size;
  }

  find(hash: string): Holder | undefined {
    return this.#byHash.get(hash);
  }

  remember(hash: string, holder: Holder, readAt: number): void {
    if (!this.#listening || readAt !== this.#generation) return;
    if (this.#byHash.size >= MOST) this.#dropOldest();
    this.#byHash.set(hash, holder);
    const hashes = this.#hashesByUser.get(holder.id);
    if (hashes) hashes.add(hash);
    else this.#hashesByUser.set(holder.id, new Set([hash]));
  }

  forgetUser(userId: string): void {
    this.#generation++;
    for (const hash of this.#hashesByUser.get(userId) ?? []) this.#byHash.delete(hash);
    this.#hashesByUser.delete(userId);
  }

  /** Keys that speak for a deployment, or for any of them (`*`). */
  forgetAgents(deploymentId: string): void {
    this.#generation++;
    for (const [hash, holder] of this.#byHash) {
      const { deployment_id: of } = holder;
      if (of !== null && (deploymentId === '*' || of === deploymentId)) this.#drop(hash, holder);
    }
  }

  forgetAll(): void {
    this.#generation++;
    this.#byHash.clear();
    this.#hashesByUser.clear();
  }

  /** What changed while nobody listened is unknown: both turns of the switch forget everything. */
  listening(now: boolean): void {
    this.#listening = now;
    this.forgetAll();
  }

  #dropOldest(): void {
    const [oldest] = this.#byHash;
    if (oldest !== undefined) this.#drop(...oldest);
  }

  #drop(hash: string, { id }: Holder): void {
    this.#byHash.delete(hash);
    const hashes = this.#hashesByUser.get(id);
    hashes?.delete(hash);
    if (hashes?.size === 0) this.#hashesByUser.delete(id);
  }
}
