import { type Redis, script } from './connect.ts';

/** A process that died holds its places for this long; one that lives renews them three times in that span. */
const LEASE_MS = 30_000;
export const RENEW_MS = LEASE_MS / 3;

const renewScript = script(`
local nowMs
if ARGV[1] == '' then
  local t = redis.call('TIME')
  nowMs = t[1] * 1000 + math.floor(t[2] / 1000)
else nowMs = tonumber(ARGV[1]) end
for at = 3, #ARGV do redis.call('ZADD', KEYS[1], 'XX', nowMs + tonumber(ARGV[2]), ARGV[at]) end
redis.call('PEXPIRE', KEYS[1], tonumber(ARGV[2]) * 2)
return 1
`);

/** The places among calls in flight that this process holds in Redis. */
export class Leases {
  readonly lengthMs = String(LEASE_MS);
  readonly #redis: Redis;
  readonly #clock: () => string;
  readonly #keyOf = new Map<string, string>();

  constructor(redis: Redis, clock: () => string) {
    this.#redis = redis;
    this.#clock = clock;
  }

  hold(key: string, lease: string): void {
    this.#keyOf.set(lease, key);
  }

  drop(lease: string): void {
    this.#keyOf.delete(lease);
  }

  async renew(): Promise<void> {
    const byKey = new Map<string, string[]>();
    for (const [lease, key] of this.#keyOf) {
      const leases = byKey.get(key);
      if (leases) leases.push(lease);
      else byKey.set(key, [lease]);
    }
    await Promise.all(
      [...byKey].map(([key, leases]) => this.#redis.run(renewScript, [key], [this.#clock(), this.lengthMs, ...leases])),
    );
  }
}
