const DAY_MS = 24 * 60 * 60 * 1000;

export const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'One year' },
  { value: 'never', label: 'Never expires' },
] as const;

export type Lifetime = (typeof lifetimes)[number]['value'];

/** The moment a key made now stops working, or undefined when it never does. */
export const expiryOf = (lifetime: Lifetime, now: Date): string | undefined =>
  lifetime === 'never' ? undefined : new Date(now.getTime() + Number(lifetime) * DAY_MS).toISOString();

export const isOver = (expireAt: string | null, now: Date): boolean =>
  expireAt !== null && new Date(expireAt).getTime() <= now.getTime();
