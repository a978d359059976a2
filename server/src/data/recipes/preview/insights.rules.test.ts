import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insightOf } from './insights.rules.ts';

const column = (dataType: string) => ({ name: 'c', dataType });

test('numbers: figures over what is there, ten bins', () => {
  const insight = insightOf(column('INT_TYPE'), ['1', '2', null, '3', '10', '2']);
  expect(insight).toMatchObject({ featureType: 'Numeric', min: 1, max: 10, mean: 3.6, median: 2 });
  expect(insight).toMatchObject({ uniqueCount: 4, naCount: 1 });
  expect(insight.stdDev).toBeCloseTo(3.6469165, 6);
  expect(insight.plot).toHaveLength(10);
  expect(insight.plot[0]).toEqual({ label: '1', count: 1 });
});

test('words: categories by how often they are there, the rest together, missing ones apart', () => {
  const many = Array.from({ length: 12 }, (_, i) => `v${i}`);
  const insight = insightOf(column('STRING_TYPE'), ['v3', 'v3', null, ...many]);
  expect(insight).toMatchObject({ featureType: 'Categorical', uniqueCount: 12, naCount: 1, min: null, stdDev: null });
  expect(insight.plot[0]).toEqual({ label: 'v3', count: 3 });
  expect(insight.plot.slice(-2)).toEqual([
    { label: '==All Other==', count: 2 },
    { label: '==Missing==', count: 1 },
  ]);
});

test('sentences, dates, truth values, nothing at all', () => {
  const sentences = ['the cat sat down', 'a dog ran away', 'it rained all day'];
  expect(insightOf(column('STRING_TYPE'), sentences).featureType).toBe('Text');
  expect(insightOf(column('DATE_TYPE'), ['2020-02-01', '2020-01-01', '2021-01-01'])).toMatchObject({
    featureType: 'Date',
    min: '2020-01-01',
    max: '2021-01-01',
    median: '2020-02-01',
  });
  expect(insightOf(column('BOOLEAN_TYPE'), ['true', 'false'])).toMatchObject({ featureType: 'Boolean', mean: null });
  expect(insightOf(column('DOUBLE_TYPE'), [null, null])).toMatchObject({ min: null, mean: null, naCount: 2, plot: [] });
});

test('law: counts add up, and the figures lie within the range', () => {
  const cells = fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: null }), {
    minLength: 1,
  });
  fc.assert(
    fc.property(cells, (values) => {
      const insight = insightOf(
        column('DOUBLE_TYPE'),
        values.map((value) => (value === null ? null : String(value))),
      );
      const present = values.filter((value) => value !== null).length;
      expect(insight.naCount + present).toBe(values.length);
      expect(insight.plot.reduce((sum, { count }) => sum + count, 0)).toBe(present);
      if (present > 0) {
        expect(Number(insight.mean)).toBeGreaterThanOrEqual(Number(insight.min));
        expect(Number(insight.mean)).toBeLessThanOrEqual(Number(insight.max));
      }
    }),
  );
});
