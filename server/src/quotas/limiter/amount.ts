/**
 * A count with every digit: a number while a double holds it exactly, a BigInt beyond. Limits go up to nineteen digits,
 * and nearly every decision is between small numbers, so those must cost nothing.
 */
export type Amount = number | bigint;

const MOST = Number.MAX_SAFE_INTEGER;

export const amount = (value: Amount | string): Amount => {
  if (typeof value === 'number') return value;
  const exact = BigInt(value);
  return exact <= MOST && exact >= -MOST ? Number(exact) : exact;
};

export function plus(a: Amount, b: Amount): Amount {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    if (sum <= MOST && sum >= -MOST) return sum;
  }
  return amount(BigInt(a) + BigInt(b));
}

export const minus = (a: Amount, b: Amount): Amount => plus(a, -b);

/** What is left, never below nothing. */
export const upTo = (limit: Amount, used: Amount): Amount => (used >= limit ? 0 : minus(limit, used));
