import type { PlanStore } from './plan.store.ts';

const MOST_USERS = 100_000;

/** The groups of users, from memory; forgets as the plans do. */
export class Memberships {
  readonly #groupsOf: PlanStore['groupsOf'];
  readonly #byUser = new Map<string, readonly string[]>();
  #listening = false;
  #generation = 0;

  constructor(groupsOf: PlanStore['groupsOf']) {
    this.#groupsOf = groupsOf;
  }

  find(userId: string): readonly string[] | undefined {
    return this.#byUser.get(userId);
  }

  async read(organizationId: string, userId: string): Promise<readonly string[]> {
    const readAt = this.#generation;
    const groups = await this.#groupsOf(organizationId, userId);
    if (this.#listening && readAt === this.#generation) {
      if (this.#byUser.size >= MOST_USERS) this.#byUser.clear();
      this.#byUser.set(userId, groups);
    }
    return groups;
  }

  forget(userId: string): void {
    this.#generation++;
    this.#byUser.delete(userId);
  }

  listening(now: boolean): void {
    this.#listening = now;
    this.#generation++;
    this.#byUser.clear();
  }
}
