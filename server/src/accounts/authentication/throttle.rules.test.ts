import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Attempts, addressSubject, afterFailure, type Scope, waitSeconds } from './throttle.rules.ts';

const start = new Date('2026-01-01T00:00:00Z');
const later = (seconds: number) => new Date(start.getTime() + seconds * 1000);
const none: Attempts = { failures: 0, lastAt: start, blockedUntil: start };

function waitsAfter(scope: Scope, failures: number): number[] {
  let attempts = none;
  let now = start;
  return Array.from({ length: failures }, () => {
    attempts = afterFailure(scope, attempts, now);
    const wait = waitSeconds(attempts, now);
    now = new Date(now.getTime() + wait * 1000);
    return wait;
  });
}

test.each(['pair', 'device'] as const)('the first failures of a %s cost nothing, then the wait doubles', (scope) => {
  expect(waitsAfter(scope, 15)).toEqual([0, 0, 0, 0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]);
});

test('an account has twenty free failures from many addresses at once', () => {
  let attempts = none;
  const waits = Array.from({ length: 24 }, () => {
    attempts = afterFailure('account', attempts, start);
    return waitSeconds(attempts, start);
  });
  expect(waits.slice(0, 19).every((wait) => wait === 0)).toBe(true);
  expect(waits.slice(19)).toEqual([1, 2, 4, 8, 16]);
});

test('one guesser, as fast as a pair of account and address may be, never fills the budget of the account', () => {
  let pair = none;
  let account = none;
  let now = start;
  for (let guess = 0; guess < 500; guess++) {
    expect(waitSeconds(account, now)).toBe(0);
    pair = afterFailure('pair', pair, now);
    account = afterFailure('account', account, now);
    now = new Date(now.getTime() + waitSeconds(pair, now) * 1000);
  }
});

test('an address has more free failures and a longer longest wait', () => {
  const waits = waitsAfter('address', 62);
  expect(waits.slice(0, 49).every((wait) => wait === 0)).toBe(true);
  expect(waits.slice(49)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900]);
});

test('after an hour of silence the failures are forgotten', () => {
  const many: Attempts = { failures: 40, lastAt: start, blockedUntil: later(300) };
  expect(afterFailure('pair', many, later(3601)).failures).toBe(1);
  expect(afterFailure('pair', many, later(3600)).failures).toBe(41);
  expect(afterFailure('account', many, later(3600)).failures).toBe(21);
});

test('the wait is told in whole seconds, rounded up, never negative', () => {
  expect(waitSeconds({ ...none, blockedUntil: later(1.2) }, start)).toBe(2);
  expect(waitSeconds({ ...none, blockedUntil: start }, later(5))).toBe(0);
});

test('a free failure does not make somebody wait whose clock is a little behind', () => {
  const attempts = afterFailure('account', none, later(1));
  expect(waitSeconds(attempts, later(0.5))).toBe(0);
});

test('a failure never shortens the wait', () => {
  fc.assert(
    fc.property(fc.constantFrom<Scope>('account', 'pair', 'address', 'device'), fc.nat(2000), (scope, failures) => {
      const fewer = waitSeconds(afterFailure(scope, { ...none, failures }, start), start);
      const more = waitSeconds(afterFailure(scope, { ...none, failures: failures + 1 }, start), start);
      expect(more).toBeGreaterThanOrEqual(fewer);
    }),
  );
});

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::9', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('%s is slowed as %s', (address, subject) => {
  expect(addressSubject(address)).toBe(subject);
});
