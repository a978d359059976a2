import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countedAs, MetricSums, type MetricValue, wrongTime } from './gather.rules.ts';

const values = fc.array(
  fc.record({
    value: fc.integer({ min: -1000, max: 1000 }),
    samples: fc.integer({ min: 1, max: 50 }),
    at: fc.integer({ min: 0, max: 5 * 3_600_000 }),
    batchId: fc.constantFrom(null, 'one', 'two'),
    segment: fc.constantFrom(null, 'a', 'b'),
  }),
  { maxLength: 60 },
);

test('every value is in one sum, once more in its segment, and nowhere else', () => {
  fc.assert(
    fc.property(values, (list) => {
      const sums = new MetricSums();
      for (const { segment, ...value } of list) {
        const segments =
          segment === null
            ? []
            : [
                { name: 'who', value: segment },
                { name: 'who', value: segment },
              ];
        sums.add({ ...value, metricId: 'm', category: '', segments } satisfies MetricValue);
      }
      const added = (some: readonly { samples: number; total: number; weighted: number }[]) => [
        some.reduce((sum, { samples }) => sum + samples, 0),
        some.reduce((sum, { total }) => sum + total, 0),
        some.reduce((sum, { weighted }) => sum + weighted, 0),
      ];
      const expected = (some: typeof list) =>
        added(some.map(({ samples, value }) => ({ samples, total: value, weighted: value * samples })));
      const of = (segment: string) => sums.all.filter((sum) => sum.segment === segment);
      expect(added(of(''))).toEqual(expected(list));
      for (const one of ['a', 'b'])
        expect(added(of(one))).toEqual(expected(list.filter(({ segment }) => segment === one)));
      for (const { batchId, hour } of sums.all) expect(batchId === null ? hour % 3_600_000 : hour).toBe(0);
      const newest = list.filter(({ batchId }) => batchId === 'one').reduce((last, one) => Math.max(last, one.at), -1);
      expect(of('').find(({ batchId }) => batchId === 'one')?.lastAt ?? -1).toBe(newest);
    }),
  );
});

test('names are counted as announced, numbers as they are', () => {
  const names = { type: 'categorical', categories: [{ value: 'a', baselineCount: null }] } as const;
  expect(countedAs({ ...names, categories: [...names.categories] }, 'a')).toEqual({ value: 0, category: 'a' });
  expect(countedAs({ ...names, categories: [...names.categories] }, 'b')).toEqual({ value: 0, category: '' });
  expect(countedAs({ type: 'sum' }, 3)).toEqual({ value: 3, category: '' });
  expect(countedAs({ type: 'sum' }, '3')).toContain('no number');
});

test('local time that was taken for UTC is no future', () => {
  const now = new Date('2026-01-05T12:00:00Z');
  expect(wrongTime(now.getTime() + 14 * 3_600_000, now)).toBeNull();
  expect(wrongTime(now.getTime() + 25 * 3_600_000, now)).toContain('in the future');
});
