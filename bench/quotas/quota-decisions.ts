/**
 * What a decision of the limiter costs in process, at 50,000 requests a second on a quota with 10,000 policies that all
 * reserve a share, and whether 10 million randomized concurrent requests ever pass a limit. The real limiter on a real
 * database: caches, counters, and what it writes down every second.
 * Run: npm run bench -- quota-decisions
 */
import { setImmediate as turn } from 'node:timers/promises';
import type { Permit } from '../../server/src/quotas/limiter/entry.ts';
import { policy, rule } from '../../server/src/quotas/limiter/limiter.fixtures.ts';
import { createLimiter } from '../../server/src/quotas/limiter/limiter.ts';
import type { QuotaDefinition } from '../../server/src/quotas/quota.schema.ts';
import { quotaStore } from '../../server/src/quotas/quota.store.ts';
import { congruential } from '../measure.ts';
import { benchPlatform } from '../platform.ts';
import { record } from '../record.ts';

const POLICIES = 10_000;
const PER_SECOND = 50_000;
const SECONDS = 10;
const MANY = 10_000_000;
const ORGANIZATION = 'a'.repeat(24);
const random = congruential(12345);
const below = (n: number) => Math.floor(random() * n);

let jump = 0;
const { platform, close } = await benchPlatform({ now: () => new Date(Date.now() + jump) });
const now = new Date();
await platform.db.pool.query(
  `INSERT INTO organizations (id, name, name_key, created_at) VALUES ($1, 'One', 'one', now())`,
  [ORGANIZATION],
);
await platform.db.pool.query(
  `INSERT INTO users (id, organization_id, username, username_key, role, permissions, created_at)
   VALUES ($1, $1, 'bench', 'bench', 'admin', '{}', now())`,
  [ORGANIZATION],
);
const setQuota = (resourceId: string, definition: QuotaDefinition) =>
  quotaStore(platform.db.queries).insert({
    id: resourceId,
    organization_id: ORGANIZATION,
    user_id: ORGANIZATION,
    resource_type: 'deployment',
    resource_id: resourceId,
    definition,
    created_at: now,
    updated_at: now,
  });
const usual = { capacity: null, saturationThreshold: null, shadow: false, policies: [], defaultRules: [] };
const limiter = createLimiter(platform);
const entry = (id: string, user: number, worstCase: number) => ({
  organizationId: ORGANIZATION,
  resource: { type: 'deployment' as const, id },
  consumer: { userId: `user-${user}` },
  tokens: { input: 1, worstCase },
});

await setQuota('paced', {
  ...usual,
  policies: Array.from({ length: POLICIES }, (_, user) =>
    policy('user', `user-${user}`, [rule('requests', 1_000_000, 'day'), rule('token', 1_000_000_000)], 1 / POLICIES),
  ),
  capacity: { capacity: 2_000_000_000, units: 'requests' },
  saturationThreshold: 0,
});
const cached = entry('paced', 0, 10);
while ((await limiter.enter(cached)) instanceof Promise || limiter.enter(cached) instanceof Promise) await turn();

/** Durations of single decisions, at a fixed pace: what is late is caught up with, as requests would queue. */
async function paced(): Promise<Float64Array> {
  const took = new Float64Array(PER_SECOND * SECONDS);
  const started = performance.now();
  for (let done = 0; done < took.length; ) {
    const due = Math.min(took.length, Math.floor(((performance.now() - started) * PER_SECOND) / 1000));
    for (; done < due; done++) {
      const asked = entry('paced', below(POLICIES), 10);
      const at = process.hrtime.bigint();
      const pass = limiter.enter(asked) as Permit;
      took[done] = Number(process.hrtime.bigint() - at) / 1000;
      pass.settle({ tokens: 7 });
    }
    await turn();
  }
  return took.sort();
}
await paced();
const took = await paced();
const part = (share: number) => Number((took[Math.floor(took.length * share)] ?? Number.NaN).toFixed(2));

/** An account of its own, kept by the bench: what each user may have, and what the limiter let through. */
const LIMITS = { requests: 400, tokens: 20_000, atOnce: 5 };
const USERS = 500;
await setQuota('many', {
  ...usual,
  defaultRules: [
    rule('requests', LIMITS.requests),
    rule('token', LIMITS.tokens, 'hour'),
    rule('concurrentRequests', LIMITS.atOnce),
  ],
});
await limiter.enter(entry('many', 0, 1));
const books = Array.from({ length: USERS }, () => ({ minute: -1, hour: -1, requests: 0, tokens: 0, running: 0 }));
const running: { pass: Permit; user: number; hour: number; reserved: number }[] = [];
let admitted = 0;
let over = 0;
const end = (at: number) => {
  const [call] = running.splice(at, 1);
  if (call === undefined) return;
  const actual = below(call.reserved + 1);
  call.pass.settle({ tokens: actual });
  const book = books[call.user];
  if (book === undefined) return;
  book.running--;
  if (book.hour === call.hour) book.tokens += actual - call.reserved;
};
const began = performance.now();
for (let asked = 0; asked < MANY; asked++) {
  if (asked % 1000 === 0) {
    jump += 500;
    await turn();
  }
  while (running.length > 1500 || (running.length > 0 && below(2) === 0)) end(below(running.length));
  const user = below(USERS);
  const reserved = 1 + below(120);
  const ms = platform.now().getTime();
  try {
    const pass = (await limiter.enter(entry('many', user, reserved))) as Permit;
    admitted++;
    const book = books[user] as (typeof books)[number];
    // The limiter may have looked at the clock a moment later than we did: an audit by the earlier minute is stricter.
    const minute = Math.floor(ms / 60_000);
    const hour = Math.floor(ms / 3_600_000);
    if (book.minute !== minute) Object.assign(book, { minute, requests: 0 });
    if (book.hour !== hour) Object.assign(book, { hour, tokens: 0 });
    book.requests++;
    book.tokens += reserved;
    book.running++;
    if (book.requests > LIMITS.requests || book.tokens > LIMITS.tokens || book.running > LIMITS.atOnce) over++;
    running.push({ pass, user, hour, reserved });
  } catch {
    // Refused.
  }
}
const seconds = (performance.now() - began) / 1000;
while (running.length > 0) end(0);

const seen = {
  ...{ p50: part(0.5), p99: part(0.99), p999: part(0.999), admitted, over },
  randomizedPerSecond: Math.round(MANY / seconds),
};
record({
  title: 'Limiter decisions in process',
  work: {
    ...{ policies: POLICIES, decisionsPerSecond: PER_SECOND, seconds: SECONDS, randomizedRequests: MANY },
    admitted: seen.admitted,
  },
  figures: [
    { id: 'p50', what: 'One decision, median', value: seen.p50, unit: 'µs' },
    { id: 'p99', what: 'One decision, p99', value: seen.p99, unit: 'µs', must: '< 20' },
    { id: 'p999', what: 'One decision, p99.9', value: seen.p999, unit: 'µs' },
    {
      id: 'over-admitted',
      what: `Requests admitted over a limit, of ${MANY.toLocaleString('en')} randomized concurrent ones`,
      value: seen.over,
      unit: 'requests',
      must: '= 0',
    },
    { id: 'rate', what: 'Randomized requests decided', value: seen.randomizedPerSecond, unit: 'requests/s' },
  ],
});
await limiter.close();
await close();
