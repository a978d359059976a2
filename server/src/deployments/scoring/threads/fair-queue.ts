/** Whose work it is: a caller of an organization. */
export interface Caller {
  readonly organizationId: string;
  readonly id: string;
}

export interface Work {
  readonly caller: Caller;
  readonly bytes: number;
}

/** What one caller, or all callers of an organization, hold at this moment. */
interface Share<T> {
  running: number;
  readonly of: Map<string, T>;
}

interface CallerShare<T> {
  running: number;
  bytes: number;
  /** In the order they came. */
  readonly waiting: Set<T>;
}

/**
 * A fair queue: the organization with the least running work is next, then its caller with the least, then the least
 * recently served. A caller waits for at most one piece of another caller's work.
 */
export class FairQueue<T extends Work> {
  /** Both maps in the order they were last served. */
  readonly #organizations = new Map<string, Share<CallerShare<T>>>();

  add(work: T): void {
    const { caller, bytes } = work;
    const share = this.#shareOf(caller);
    share.waiting.add(work);
    share.bytes += bytes;
  }

  /** Removes waiting work; does nothing when it is running or done. */
  remove(work: T): boolean {
    const share = this.#organizations.get(work.caller.organizationId)?.of.get(work.caller.id);
    if (share?.waiting.delete(work) !== true) return false;
    share.bytes -= work.bytes;
    this.#forgetIfIdle(work.caller);
    return true;
  }

  /** Bytes of a caller that wait. */
  waitingBytes({ organizationId, id }: Caller): number {
    return this.#organizations.get(organizationId)?.of.get(id)?.bytes ?? 0;
  }

  /** Takes the next work of those whose callers, and their organizations, hold no more than this. */
  next(
    most: { readonly ofOrganization: number; readonly ofCaller: number } = {
      ofOrganization: Infinity,
      ofCaller: Infinity,
    },
  ): T | undefined {
    let best: { readonly organization: Share<CallerShare<T>>; readonly caller: CallerShare<T> } | undefined;
    for (const organization of this.#organizations.values()) {
      if (organization.running > most.ofOrganization) continue;
      if (best !== undefined && organization.running >= best.organization.running) continue;
      const caller = leastRunning(organization, most.ofCaller);
      if (caller !== undefined) best = { organization, caller };
    }
    const [work] = best?.caller.waiting ?? [];
    if (best === undefined || work === undefined) return undefined;
    best.caller.waiting.delete(work);
    best.caller.bytes -= work.bytes;
    best.caller.running++;
    best.organization.running++;
    this.#serveLast(work.caller);
    return work;
  }

  /** Work that was taken has ended, however. */
  done({ caller }: T): void {
    const organization = this.#organizations.get(caller.organizationId);
    const share = organization?.of.get(caller.id);
    if (organization === undefined || share === undefined) return;
    organization.running--;
    share.running--;
    this.#forgetIfIdle(caller);
  }

  #shareOf({ organizationId, id }: Caller): CallerShare<T> {
    const organization = this.#organizations.get(organizationId) ?? { running: 0, of: new Map() };
    this.#organizations.set(organizationId, organization);
    const share = organization.of.get(id) ?? { running: 0, bytes: 0, waiting: new Set() };
    organization.of.set(id, share);
    return share;
  }

  #serveLast({ organizationId, id }: Caller): void {
    const organization = this.#organizations.get(organizationId);
    const share = organization?.of.get(id);
    if (organization === undefined || share === undefined) return;
    organization.of.delete(id);
    organization.of.set(id, share);
    this.#organizations.delete(organizationId);
    this.#organizations.set(organizationId, organization);
  }

  #forgetIfIdle({ organizationId, id }: Caller): void {
    const organization = this.#organizations.get(organizationId);
    const share = organization?.of.get(id);
    if (organization === undefined || share === undefined) return;
    if (share.running === 0 && share.waiting.size === 0) organization.of.delete(id);
    if (organization.of.size === 0) this.#organizations.delete(organizationId);
  }
}

function leastRunning<T>({ of }: Share<CallerShare<T>>, most: number): CallerShare<T> | undefined {
  let least: CallerShare<T> | undefined;
  for (const caller of of.values()) {
    if (caller.waiting.size === 0 || caller.running > most) continue;
    if (least === undefined || caller.running < least.running) least = caller;
  }
  return least;
}
