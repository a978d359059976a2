import { expect, test } from 'vitest';
import { binText, quadrant, USUAL_LIMITS } from './drift-text.ts';

test('bins are named by what they hold', () => {
  const none = { from: null, to: null, name: null };
  expect(binText({ ...none, to: 10 })).toBe('below 10');
  expect(binText({ ...none, from: 10, to: 20 })).toBe('10 to 20');
  expect(binText({ ...none, from: 20 })).toBe('20 and more');
  expect(binText({ ...none, name: 'Oslo' })).toBe('Oslo');
  expect(binText(none)).toBe('others');
});

test('only an important feature that moved asks for action', () => {
  expect(quadrant({ featureImpact: 0.9, driftScore: 1 }, USUAL_LIMITS)).toBe('act');
  expect(quadrant({ featureImpact: 0.1, driftScore: 1 }, USUAL_LIMITS)).toBe('watch');
  expect(quadrant({ featureImpact: null, driftScore: 1 }, USUAL_LIMITS)).toBe('watch');
  expect(quadrant({ featureImpact: 0.9, driftScore: 0.15 }, USUAL_LIMITS)).toBe('calm');
  expect(quadrant({ featureImpact: 0.9, driftScore: null }, USUAL_LIMITS)).toBe('calm');
});
