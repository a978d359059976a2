import { systemClock } from '#platform/clock.ts';
import type { Platform, ServiceDefinition } from '#platform/context.ts';
import { LLM_GATEWAY } from '../quota.schema.ts';
import { type Broadcast, listenForQuotaChanges } from './change-feed.ts';
import { decideLocally } from './decide.ts';
import { type Entry, type Limiter, type Permit, UNLIMITED_PERMIT } from './entry.ts';
import type { Caller, Ledger, TokenRequest } from './ledger.ts';
import { planStore, type ResourceKey } from './plan.store.ts';
import { Memberships, PlanCache, textOf } from './plan-cache.ts';
import { type BoundLimit, boundLimits } from './rate-limits.ts';
import { StalePlan } from './redis/redis-counters.ts';
import { countOnRedis } from './redis/redis-counting.ts';
import { startUsageWriter, UsageJournal } from './usage-journal.ts';

const NO_GROUPS: readonly string[] = [];
const NOTHING: TokenRequest = { input: 0, worstCase: 0 };

/** The limiter of a process, with what the application and the service functions of this module need besides. */
interface RunningLimiter extends Limiter {
  /** Returns when no process decides by the old definition any more. */
  changed(resource: ResourceKey, told: Broadcast): Promise<void>;
  /** Every limit that binds a caller, with what is used of it now; counts nothing. */
  limitsOf(entry: Entry): Promise<readonly BoundLimit[]>;
  /** Writes down what was counted; the limiter does so itself about once a second. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Quotas know deployments and workloads only: the gateway stands among the workloads. */
const resourceOf = ({
  organizationId,
  resource: { type, id },
}: Pick<Entry, 'organizationId' | 'resource'>): ResourceKey =>
  type === 'llmGateway' ? { organizationId, type: 'workload', id: LLM_GATEWAY } : { organizationId, type, id };

export function createLimiter({ db, now, log, config }: Platform): RunningLimiter {
  const nowMs = () => now().getTime();
  const journal = new UsageJournal();
  const store = planStore(db);
  const plans = new PlanCache({ store, journal, nowMs });
  const memberships = new Memberships(store.groupsOf);
  const feed = listenForQuotaChanges(db.url, {
    onQuota: (key) => plans.forget(key),
    onMember: (userId) => memberships.forget(userId),
    onListening: (listening) => {
      plans.listening(listening);
      memberships.listening(listening);
    },
  });
  const writing = startUsageWriter({ db, log, journal, now, prune: (minute) => plans.prune(minute) });

  const here = (ledger: Ledger, caller: Caller, ask: TokenRequest) => decideLocally(ledger, caller, ask, nowMs());
  const redis =
    config.redisUrl === null
      ? null
      : countOnRedis({
          url: config.redisUrl,
          whenAway: config.quotaWhenRedisIsAway,
          log,
          clock: now === systemClock ? () => '' : () => String(nowMs()),
          decideHere: here,
        });
  const decide = redis === null ? here : redis.decide;

  function enter(entry: Entry): Permit | Promise<Permit> {
    const resource = resourceOf(entry);
    const ledger = plans.find(textOf(resource));
    if (ledger === null) return UNLIMITED_PERMIT;
    const permit =
      ledger === undefined
        ? plans.read(resource).then((read) => (read === null ? UNLIMITED_PERMIT : admit(read, entry)))
        : admit(ledger, entry);
    return redis === null ? permit : againWithNewerPlan(permit, resource, entry);
  }

  async function againWithNewerPlan(
    permit: Permit | Promise<Permit>,
    resource: ResourceKey,
    entry: Entry,
  ): Promise<Permit> {
    try {
      return await permit;
    } catch (error) {
      if (!(error instanceof StalePlan)) throw error;
      plans.forget(textOf(resource));
      return enter(entry);
    }
  }

  function admit(ledger: Ledger, entry: Entry): Permit | Promise<Permit> {
    const { consumer, organizationId } = entry;
    const tokens: TokenRequest =
      entry.waits === true ? { ...NOTHING, ...entry.tokens, waits: true } : (entry.tokens ?? NOTHING);
    const groups = ledger.plan.groups.size === 0 ? NO_GROUPS : (consumer.groupIds ?? memberships.find(consumer.userId));
    if (groups !== undefined) return decide(ledger, ledger.callerOf(consumer, groups), tokens);
    return memberships
      .read(organizationId, consumer.userId)
      .then((read) => decide(ledger, ledger.callerOf(consumer, read), tokens));
  }

  function countsTokens(of: Pick<Entry, 'organizationId' | 'resource'>): boolean | Promise<boolean> {
    const resource = resourceOf(of);
    const ledger = plans.find(textOf(resource));
    if (ledger !== undefined) return ledger?.plan.countsTokens ?? false;
    return plans.read(resource).then((read) => read?.plan.countsTokens ?? false);
  }

  async function limitsOf(entry: Entry): Promise<readonly BoundLimit[]> {
    const { consumer, organizationId } = entry;
    const resource = resourceOf(entry);
    const ledger = plans.find(textOf(resource)) ?? (await plans.read(resource));
    if (ledger === null) return [];
    const asked = ledger.plan.groups.size > 0 && consumer.groupIds === undefined;
    const groups = asked ? await memberships.read(organizationId, consumer.userId) : (consumer.groupIds ?? NO_GROUPS);
    const caller = ledger.callerOf(consumer, groups);
    const at = nowMs();
    caller.counters.roll(ledger.minuteAt(at));
    return boundLimits(caller.effective.rules, redis === null ? caller.counters : await redis.peek(caller), at);
  }

  return {
    enter,
    countsTokens,
    limitsOf,
    async changed(resource, told) {
      plans.forget(textOf(resource));
      await feed.heardByAll(told);
    },
    flush: writing.flush,
    async close() {
      await redis?.close();
      await writing.close();
      await feed.close();
    },
  };
}

/** The limiter of this process. Started only where requests are served. */
export const limiterService: ServiceDefinition<RunningLimiter> = { name: 'limiter' };

export const startLimiter = (platform: Platform): RunningLimiter =>
  platform.services.set(limiterService, createLimiter(platform));
