import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashedNgrams, tokens } from './text-tokens.ts';

describe('tokens', () => {
  it.each([
    ['Late, AGAIN!! (3rd time)', ['late', 'again', '3rd', 'time']],
    ['Crème brûlée à 5€', ['crème', 'brûlée', 'à', '5']],
    ['Привет, мир', ['привет', 'мир']],
    ['ﬁne ｆｕｌｌ', ['fine', 'full']],
    ['東京タワー', ['東京', '京タ', 'タワ', 'ワー']],
    ['  ...  ', []],
  ])('of %j', (text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it('ignore case and punctuation whatever the text', () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { maxLength: 8 }), (words) => {
        expect(tokens(words.join(' ').toUpperCase())).toEqual(words);
        expect(tokens(`(${words.join('; ')})`)).toEqual(words);
      }),
    );
  });
});

describe('hashed n-grams', () => {
  it('count each word and each pair of neighbours', () => {
    const counts = hashedNgrams('good good bad', 20);
    // good twice, bad, "good good", "good bad".
    expect([...counts.values()].sort()).toEqual([1, 1, 1, 2]);
  });

  it('put the same words into the same buckets, inside the range', () => {
    fc.assert(
      fc.property(fc.lorem(), fc.integer({ min: 4, max: 20 }), (text, bits) => {
        const counts = hashedNgrams(text, bits);
        expect(hashedNgrams(text.toUpperCase(), bits)).toEqual(counts);
        for (const bucket of counts.keys()) expect(bucket).toBeLessThan(2 ** bits);
      }),
    );
  });

  it('spread words evenly', () => {
    const filled = new Set<number>();
    for (let i = 0; i < 256; i += 1) for (const bucket of hashedNgrams(`word${i}`, 8).keys()) filled.add(bucket);
    // Of 256 balls thrown at 256 boxes about 162 boxes are hit; fewer than 140 would be four deviations away.
    expect(filled.size).toBeGreaterThan(140);
  });
});
