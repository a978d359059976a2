import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CapacityCounters, callsThatFit, capacityVerdict } from './capacity.ts';
import { aPlan, policy } from './limiter.fixtures.ts';
import { portionOf } from './plan.rules.ts';

const MINUTE = 1000;

function minute(threshold: number | null, reserved: Readonly<Record<string, number>>) {
  const book = new CapacityCounters();
  const policies = Object.entries(reserved).map(([id, share]) => policy('user', id, [], share));
  book.follow(aPlan({ capacity: { capacity: 100, units: 'requests' }, saturationThreshold: threshold, policies }));
  book.roll(MINUTE);
  return (id: string, times: number) => {
    let admitted = 0;
    for (let call = 0; call < times; call++) {
      if (book.verdict(`user ${id}`, 1) !== 'fits') continue;
      book.spend(`user ${id}`, MINUTE, 1);
      admitted++;
    }
    return admitted;
  };
}

test('above the threshold others leave reserved shares alone, and their holders get them', () => {
  const call = minute(0.6, { A: 0.3 });
  expect([call('B', 200), call('A', 200), call('B', 1)]).toEqual([70, 30, 0]);
});

test('who is alone may use everything, and without a threshold reservations are off', () => {
  expect(minute(0.6, { A: 0.3 })('A', 200)).toBe(100);
  expect(minute(null, { A: 0.3 })('B', 200)).toBe(100);
});

test('a guarantee is kept even when others used the capacity up before the threshold', () => {
  const call = minute(0.9, { A: 0.3 });
  expect([call('B', 200), call('A', 200)]).toEqual([90, 30]);
});

test('with ten thousand reservations nobody loses a unit', () => {
  const book = new CapacityCounters();
  const policies = Array.from({ length: 10_000 }, (_, index) => policy('user', String(index), [], 0.0001));
  book.follow(aPlan({ capacity: { capacity: 20_000, units: 'requests' }, saturationThreshold: 0, policies }));
  book.roll(MINUTE);
  for (let user = 0; user < 10_000; user++)
    for (let call = 0; call < 2; call++) {
      expect(book.verdict(`user ${user}`, 1)).toBe('fits');
      book.spend(`user ${user}`, MINUTE, 1);
    }
  expect(book.verdict('user 1', 1)).toBe('capacity');
});

test('a capacity that appears, or changes its units, begins its minute anew', () => {
  const book = new CapacityCounters();
  const plan = (units: 'requests' | 'token', version: number) => aPlan({ capacity: { capacity: 5, units } }, version);
  book.follow(plan('requests', 1));
  book.roll(MINUTE);
  book.spend(null, MINUTE, 5);
  book.follow(plan('requests', 2));
  expect(book.verdict(null, 1)).toBe('capacity');
  book.follow(plan('token', 3));
  expect(book.verdict(null, 5)).toBe('fits');
});

test('shares are whole units, rounded down', () => {
  expect([portionOf(0.29, 100), portionOf(0.333, 10), portionOf(1, 2_147_483_647)]).toEqual([29, 3, 2_147_483_647]);
});

test('the room is as many calls as the verdict lets through one by one', () => {
  const amount = fc.integer({ min: 0, max: 40 });
  const use = fc.record({ total: amount, used: amount, unspent: amount, own: amount, threshold: fc.option(amount) });
  fc.assert(
    fc.property(use, fc.integer({ min: 1, max: 7 }), (given, cost) => {
      if (given.threshold !== null) fc.pre(given.threshold <= given.total);
      const own = Math.min(given.own, given.unspent);
      const others = given.unspent - own;
      let calls = 0;
      const after = () => {
        const left = Math.max(0, own - calls * cost);
        return { ...given, own: left, unspent: others + left, used: given.used + calls * cost };
      };
      while (capacityVerdict(after(), cost) === 'fits') calls++;
      expect(callsThatFit({ ...given, own }, cost)).toBe(calls);
    }),
  );
});
