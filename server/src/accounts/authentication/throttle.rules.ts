import { isIPv6 } from 'node:net';

/** `pair` is an account together with an address. */
export type Scope = 'account' | 'pair' | 'address' | 'device';

export interface Attempts {
  readonly failures: number;
  readonly lastAt: Date;
  readonly blockedUntil: Date;
}

interface Limit {
  /** Failures that cost nothing. */
  readonly free: number;
  readonly longestSeconds: number;
  /** One failure is forgiven in this time; without it none is before all are forgotten. */
  readonly forgiveSeconds?: number;
}

/**
 * Many people may share an address. One account is slowed early where the guesses come from, and late everywhere: one
 * guesser, who is slowed to twelve guesses an hour, never fills the budget of the account.
 */
const LIMITS: Readonly<Record<Scope, Limit>> = {
  account: { free: 20, longestSeconds: 300, forgiveSeconds: 180 },
  pair: { free: 5, longestSeconds: 300 },
  address: { free: 50, longestSeconds: 900 },
  device: { free: 5, longestSeconds: 300 },
};

const FORGET_SECONDS = 3600;

export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - FORGET_SECONDS * 1000);

/** Whole seconds until another attempt is heard; 0 when it is heard now. */
export const waitSeconds = ({ blockedUntil }: Attempts, now: Date): number =>
  Math.max(0, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000));

function failuresLeft({ forgiveSeconds }: Limit, { failures, lastAt }: Attempts, now: Date): number {
  if (lastAt < forgottenBefore(now)) return 0;
  if (forgiveSeconds === undefined) return failures;
  const seconds = Math.max(0, now.getTime() - lastAt.getTime()) / 1000;
  return Math.max(0, failures - seconds / forgiveSeconds);
}

/** Counts an attempt as failed: the wait doubles with every one past the free ones. */
export function afterFailure(scope: Scope, before: Attempts, now: Date): Attempts {
  const limit = LIMITS[scope];
  const failures = failuresLeft(limit, before, now) + 1;
  const seconds = failures < limit.free ? 0 : Math.min(limit.longestSeconds, 2 ** (failures - limit.free));
  // A free failure sets no wait at all, not one that ends now: two servers' clocks differ by a little.
  const blockedUntil = seconds === 0 ? before.blockedUntil : new Date(now.getTime() + seconds * 1000);
  return { failures, lastAt: now, blockedUntil };
}

/** One household has a whole /64 of IPv6 addresses: it is slowed as one. */
export function addressSubject(address: string): string {
  if (!isIPv6(address)) return address;
  const [head = '', tail] = address.split('%')[0]?.split('::') ?? [];
  const left = head === '' ? [] : head.split(':');
  const right = tail ? tail.split(':') : [];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  return `${groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}
