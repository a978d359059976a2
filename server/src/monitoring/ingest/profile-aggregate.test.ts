import { numericColumn } from '@almanac/engine';
import { expect, test } from 'vitest';
import { columnWithoutReference } from '../profiles/layout.ts';
import { type Forecast, ProfileAggregate } from './profile-aggregate.ts';

const NAMES = ['temperature', 'promotion', 'sales'];
// The second day lacks its temperature; the third lies in the future, and its promotion should be known.
const DAYS = [
  numericColumn('temperature', [20, Number.NaN, Number.NaN]),
  numericColumn('promotion', [0, 1, Number.NaN]),
  numericColumn('sales', [5, 6, Number.NaN]),
];

function missing(forecast: Forecast | null): number[] {
  const part = new ProfileAggregate(
    NAMES.map((name) => columnWithoutReference(name, 'numbers')),
    forecast,
  );
  part.add(DAYS);
  const key = {
    deployment_id: 'd',
    package_id: 'p',
    batch_id: '',
    segment_attribute: '',
    segment_value: '',
    hour: new Date(0),
  };
  return part.finish('o', 'm', key).profiles.map((profile) => profile.missing);
}

test('in rows of the future only what is known in advance can be missing', () => {
  expect(missing({ target: 'sales', knownInAdvance: new Set(['promotion']) })).toEqual([1, 1, 0]);
});

test('of a model on rows every empty cell is missing', () => {
  expect(missing(null)).toEqual([2, 1, 1]);
});
