import { isIPv6 } from 'node:net';

export type Scope = 'account' | 'address';

export interface Attempts {
  readonly failures: number;
  readonly lastAt: Date;
  readonly blockedUntil: Date;
}

/** Failures that cost nothing, and the longest wait. Many people may share an address; nobody shares an account. */
const LIMITS: Readonly<Record<Scope, { free: number; longestSeconds: number }>> = {
  account: { free: 5, longestSeconds: 300 },
  address: { free: 50, longestSeconds: 900 },
};

const FORGET_SECONDS = 3600;

export const forgottenBefore = (now: Date): Date => new Date(now.getTime() - FORGET_SECONDS * 1000);

/** Whole seconds until another attempt is heard; 0 when it is heard now. */
export const waitSeconds = ({ blockedUntil }: Attempts, now: Date): number =>
  Math.max(0, Math.ceil((blockedUntil.getTime() - now.getTime()) / 1000));

/** Counts an attempt as failed: the wait doubles with every one past the free ones. */
export function afterFailure(scope: Scope, before: Attempts, now: Date): Attempts {
  const { free, longestSeconds } = LIMITS[scope];
  const failures = (before.lastAt < forgottenBefore(now) ? 0 : before.failures) + 1;
  const seconds = failures < free ? 0 : Math.min(longestSeconds, 2 ** (failures - free));
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
