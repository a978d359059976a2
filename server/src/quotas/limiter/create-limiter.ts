import type { Platform } from '#platform/context.ts';
import { usageStore } from '../usage/usage.store.ts';
import { hearQuotaChanges, type Told } from './change-feed.ts';
import { type Entry, FREE_PASS, type Limiter, type Pass } from './entry.ts';
import type { Caller, Ledger } from './ledger.ts';
import { LivePass } from './live-pass.ts';
import { Memberships } from './memberships.ts';
import { planStore, type ResourceKey } from './plan.store.ts';
import { PlanCache, textOf } from './plan-cache.ts';
import { refusalOf } from './refusal.ts';
import { countAdmitted, countRefused, Journal } from './tally.ts';
import type { Ask } from './verdict.rules.ts';

const FLUSH_MS = 1_000;
const NO_GROUPS: readonly string[] = [];
const NOTHING: Ask = { input: 0, worstCase: 0 };

/** The limiter of a process, with what the application and the verbs of this room need besides. */
export interface RunningLimiter extends Limiter {
  /** Returns when no process decides by the old definition any more. */
  changed(resource: ResourceKey, told: Told): Promise<void>;
  /** Writes down what was counted; the limiter does so itself about once a second. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Both the gateway and what stands in its row: quotas know deployments and workloads only. */
export const resourceKey = ({ organizationId, resource: { type, id } }: Pick<Entry, 'organizationId' | 'resource'>) =>
  type === 'llmGateway'
    ? ({ organizationId, type: 'workload', id: 'llmGateway' } as const)
    : ({ organizationId, type, id } as const);

export function createLimiter(platform: Platform): RunningLimiter {
  const { db, now, log } = platform;
  const nowMs = () => now().getTime();
  const journal = new Journal();
  const store = planStore(db);
  const plans = new PlanCache({ store, journal, nowMs });
  const memberships = new Memberships(store.groupsOf);
  const feed = hearQuotaChanges(db.url, {
    onQuota: (key) => plans.forget(key),
    onMember: (userId) => memberships.forget(userId),
    onListening: (listening) => {
      plans.listening(listening);
      memberships.listening(listening);
    },
  });

  function enter(entry: Entry): Pass | Promise<Pass> {
    const resource = resourceKey(entry);
    const ledger = plans.find(textOf(resource));
    if (ledger === null) return FREE_PASS;
    if (ledger === undefined)
      return plans.read(resource).then((read) => (read === null ? FREE_PASS : admit(read, entry)));
    return admit(ledger, entry);
  }

  function admit(ledger: Ledger, entry: Entry): Pass | Promise<Pass> {
    const { consumer, organizationId } = entry;
    const groups = ledger.plan.groups.size === 0 ? NO_GROUPS : (consumer.groupIds ?? memberships.find(consumer.userId));
    if (groups !== undefined) return decide(ledger, ledger.callerOf(consumer, groups), entry.tokens ?? NOTHING);
    return memberships
      .read(organizationId, consumer.userId)
      .then((read) => decide(ledger, ledger.callerOf(consumer, read), entry.tokens ?? NOTHING));
  }

  function decide(ledger: Ledger, caller: Caller, ask: Ask): Pass {
    const at = nowMs();
    const minute = ledger.minuteAt(at);
    const cause = ledger.take(caller, ask, minute, ledger.plan.shadow);
    const tally = ledger.tallyOf(caller, minute);
    if (cause !== null && !ledger.plan.shadow) {
      countRefused(tally, ask.worstCase);
      throw refusalOf(cause, ask, ledger.plan, caller.binding, at);
    }
    if (cause !== null) tally.wouldRefuse++;
    countAdmitted(tally, ask.worstCase, ask.input, caller.counters.inFlight);
    return new LivePass(ledger, caller, { minute, reserved: ask.worstCase, nowMs: at });
  }

  let flushing: Promise<void> = Promise.resolve();
  const flush = () => {
    flushing = flushing.then(async () => {
      const tallies = journal.takeAll();
      if (tallies.length === 0) return;
      try {
        await usageStore(db.queries).add(tallies);
      } catch (error) {
        journal.putBack(tallies);
        log.warn({ err: error }, 'use of quotas not written; tried again in a second');
      }
    });
    return flushing;
  };
  const timer = setInterval(flush, FLUSH_MS).unref();

  return {
    enter,
    async changed(resource, told) {
      plans.forget(textOf(resource));
      await feed.heardByAll(told);
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
      await feed.close();
    },
  };
}
