import { describe, expect, it } from 'vitest';
import golden from '../../../golden/local-python.json' with { type: 'json' };
import { adida, croston, tsb } from './intermittent.ts';

const parts = Float64Array.from(golden.parts);
const spec = { periods: [] };

describe(golden.program, () => {
  it('Croston', () => {
    expect(croston.fit(parts, spec).forecast(1)[0]).toBeCloseTo(golden.croston, 8);
    expect(croston.fit(parts, spec, { variant: 'sba' }).forecast(1)[0]).toBeCloseTo(golden.crostonSba, 8);
  });

  it('TSB', () => {
    const fitted = tsb.fit(parts, spec, { alphaDemand: 0.2, alphaProbability: 0.3 });
    expect(fitted.forecast(1)[0]).toBeCloseTo(golden.tsb, 8);
  });

  it('ADIDA', () => {
    expect(adida.fit(parts, spec).forecast(1)[0]).toBeCloseTo(golden.adida, 3);
  });
});

describe('demand that stops', () => {
  const ended = Float64Array.from([2, 0, 3, 1, 0, 2, ...new Array(40).fill(0)]);

  it('fades in TSB and stays in Croston', () => {
    expect(tsb.fit(ended, spec).forecast(1)[0]).toBeLessThan(0.05);
    expect(croston.fit(ended, spec).forecast(1)[0]).toBeGreaterThan(0.5);
  });
});
