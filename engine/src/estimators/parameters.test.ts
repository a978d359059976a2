import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Constraints,
  checkParams,
  defaultParams,
  flag,
  integer,
  interval,
  oneOf,
  perColumn,
} from './parameters.ts';

interface Params {
  rate: number;
  leaves: number;
  loss: 'squared' | 'absolute';
  bagging: boolean;
  monotone: Readonly<Record<string, number>>;
}
const rules: Constraints<Params> = {
  rate: interval(0, 1, 0.1, { openLow: true, scale: 'log' }),
  leaves: integer(2, 1024, 31, 'log'),
  loss: oneOf(['squared', 'absolute'], 'squared'),
  bagging: flag(false),
  monotone: perColumn([-1, 1]),
};

describe('parameter rules', () => {
  it('complete a choice with the defaults', () => {
    expect(defaultParams(rules)).toEqual({ rate: 0.1, leaves: 31, loss: 'squared', bagging: false, monotone: {} });
    expect(checkParams(rules, { leaves: 8 })).toEqual({ ...defaultParams(rules), leaves: 8 });
  });

  it('never hand back or freeze what was handed in', () => {
    const given = { rate: 0.5 };
    const checked = checkParams(rules, given);
    given.rate = 0.7;
    expect(checked.rate).toBe(0.5);
    expect(Object.isFrozen(given)).toBe(false);
    expect(Object.isFrozen(checked)).toBe(true);
  });

  it.each([
    [{ rate: 0 }, /"rate" must be a number in \(0, 1\]; it was 0\./],
    [{ rate: Number.NaN }, /it was NaN/],
    [{ leaves: 2.5 }, /"leaves" must be a whole number from 2 to 1024; it was 2\.5/],
    [{ loss: 'cubic' }, /"loss" must be one of squared, absolute; it was cubic/],
    [{ bagging: 1 }, /"bagging" must be true or false; it was 1/],
    [{ monotone: { price: 2 } }, /one of -1, 1; it was \{"price":2\}/],
  ])('refuse %o and say what is allowed', (given, sentence) => {
    const act = () => checkParams(rules, given as Partial<Params>);
    expect(act).toThrow(sentence);
    expect(act).toThrow(expect.objectContaining({ code: 'params.invalid' }));
  });

  it('refuse a name nobody knows', () => {
    expect(() => checkParams(rules, { rates: 1 } as Partial<Params>)).toThrow(/no parameter "rates".*rate, leaves/);
  });

  it('accept exactly the whole numbers inside the ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: -5, max: 2000 }), (leaves) => {
        const act = () => checkParams(rules, { leaves });
        if (leaves >= 2 && leaves <= 1024) expect(act().leaves).toBe(leaves);
        else expect(act).toThrow();
      }),
    );
  });
});
