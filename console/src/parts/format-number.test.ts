import { describe, expect, test } from 'vitest';
import { bytes, figure, milliseconds, share, whole } from './format-number.ts';

describe('numbers for people', () => {
  test.for([
    [0, '0'],
    [0.0841234, '0.08412'],
    [12.3456, '12.35'],
    [1234.56, '1,235'],
    [-0.00001234, '-1.234e-5'],
    [2.5e12, '2.500e+12'],
    [null, '–'],
    [Number.NaN, '–'],
  ] as const)('%s is shown as %s', ([value, text]) => {
    expect(figure(value)).toBe(text);
  });

  test('whole numbers, shares, sizes and times carry their units', () => {
    expect(whole(1234567.4)).toBe('1,234,567');
    expect(share(0.12345)).toBe('12.3 %');
    expect(bytes(999)).toBe('999 B');
    expect(bytes(1_500_000)).toBe('1.5 MB');
    expect(bytes(0)).toBe('0 B');
    expect(milliseconds(1.23456)).toBe('1.235 ms');
    expect([whole(null), share(undefined), bytes(null), milliseconds(null)]).toEqual(['–', '–', '–', '–']);
  });
});
