import type { Platform } from '#platform/context.ts';
import { hearChanges } from '#platform/db/change-feed.ts';
import { inBackground } from '#platform/in-background.ts';
import type { Limiter } from '../limiter/entry.ts';
import { type BudgetRequestRow, budgetRequestStore, CHANNEL } from './budget-request.store.ts';
import { type BudgetReply, grantUpTo } from './grant-budget.ts';

const NAME = 'almanac budget';
const LOOK_EVERY_MS = 2_000;

type Granted = Extract<BudgetReply, { kind: 'granted' }>;

/** Answers workers that ask for a part of a quota, by the counters of this process. */
export interface BudgetResponder {
  close(): Promise<void>;
}

export function startBudgetResponder({ db, log }: Pick<Platform, 'db' | 'log'>, limiter: Limiter): BudgetResponder {
  const asks = budgetRequestStore(db.queries);
  const open = new Map<string, Granted>();
  const working = new Set<Promise<void>>();
  let isClosed = false;

  const settle = (id: string, units: number | null) => {
    const granted = open.get(id);
    open.delete(id);
    granted?.settle(units ?? granted.units);
  };
  const decide = async (id: string) => {
    const row = await asks.take(id);
    if (row === undefined) return;
    const answer = await grantUpTo(limiter, requestOf(row));
    if (answer.kind === 'granted') open.set(id, answer);
    if (!(await asks.answer(id, columnsOf(answer)))) settle(id, 0);
  };
  const end = async (id: string) => {
    if (!open.has(id)) return;
    for (const row of await asks.overOf([id])) settle(row.id, row.units);
    await asks.forget(id);
  };
  const look = async () => {
    for (const id of await asks.waiting()) await decide(id);
    for (const { id } of await asks.overOf([...open.keys()])) await end(id);
    for (const id of await asks.deleteDead()) settle(id, null);
  };
  const work = (what: string, run: () => Promise<void>) => {
    if (isClosed) return;
    inBackground(log, what, async () => {
      const done = run().finally(() => working.delete(done));
      working.add(done);
      await done;
    });
  };

  const feed = hearChanges({
    url: db.url,
    name: NAME,
    channels: [CHANNEL],
    onChange(payload) {
      const [what, id = ''] = payload.split(' ');
      work('giving out a part of a quota', () => (what === 'ask' ? decide(id) : end(id)));
    },
    onListening: () => undefined,
  });
  const timer = setInterval(() => work('looking after parts of quotas', look), LOOK_EVERY_MS).unref();
  return {
    async close() {
      isClosed = true;
      clearInterval(timer);
      await feed.close();
      await Promise.allSettled(working);
      for (const id of [...open.keys()]) settle(id, null);
    },
  };
}

const requestOf = (row: BudgetRequestRow) => ({
  organizationId: row.organization_id,
  resource: { type: row.resource_type, id: row.resource_id },
  consumer: { userId: row.user_id, ...(row.deployment_id === '' ? {} : { deploymentId: row.deployment_id }) },
  most: row.most,
});

function columnsOf(answer: BudgetReply) {
  if (answer.kind === 'free') return { state: answer.kind };
  if (answer.kind === 'granted') return { state: answer.kind, units: answer.units };
  const { kind: state, waitMs, forPlace, why } = answer;
  return { state, wait_ms: Math.ceil(waitMs), wait_for_place: forPlace, why };
}
