import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import { eachNgram, hashedNgrams } from '../core/text-tokens.ts';
import { baseline } from '../estimators/baseline.ts';
import { TEXT_BITS } from '../estimators/encoding/column-encoder.ts';
import type { Fitted, TrainingData } from '../estimators/estimator.ts';
import { elasticNet, logistic } from '../estimators/linear/linear-estimators.ts';
import { nearestNeighbours } from '../estimators/neighbours/nearest-neighbours.ts';
import { defaultParams } from '../estimators/parameters.ts';
import { randomForest } from '../estimators/trees/forest.ts';
import { gbdt } from '../estimators/trees/gbdt.ts';
import { categoricalColumn, numericColumn, textColumn } from '../frame/build-columns.ts';
import { column, type Frame, frame } from '../frame/frame.ts';
import { countRounds, describeLinear, type Term } from './describe-model.ts';
import { classImpact } from './explain-rows.ts';
import { fitReport } from './fit-report.ts';

const WORDS = ['the', 'room', 'was', 'clean', 'dirty', 'loud', 'and', 'calm'];

/** Numbers with gaps, a category, and texts whose words matter. */
function reviews(rows: number, seed: number): Frame {
  const random = seededRandom(seed);
  const text = () => Array.from({ length: 1 + random.int(6) }, () => WORDS[random.int(WORDS.length)]).join(' ');
  const gap = <T>(value: T): T | null => (random.next() < 0.15 ? null : value);
  const cells = <T>(make: () => T) => Array.from({ length: rows }, make);
  return frame([
    numericColumn(
      'price',
      cells(() => gap(random.normal())),
    ),
    categoricalColumn(
      'town',
      cells(() => gap('xyz'[random.int(3)] as string)),
    ),
    textColumn(
      'review',
      cells(() => gap(text())),
    ),
  ]);
}

function targetOf(x: Frame): number[] {
  const texts = column(x, 'review');
  const prices = column(x, 'price');
  return Array.from({ length: x.rows }, (_, row) => {
    const text = texts.kind === 'text' ? (texts.values[row] ?? '') : '';
    const price = prices.kind === 'numeric' ? (prices.values[row] as number) || 0.5 : 0;
    return price + (text.includes('clean') ? 1 : 0) - (text.includes('dirty') ? 1 : 0);
  });
}

/** What a term is in one row, read from its description alone. */
function termValue(term: Term, name: string, x: Frame, row: number, kept: ReadonlyMap<number, number>): number {
  const source = column(x, name);
  if (source.kind === 'text') {
    if (term.kind !== 'words') return 0;
    const counts = hashedNgrams(source.values[row] ?? '', TEXT_BITS);
    const weigh = (bucket: number, rarity: number) => {
      const count = counts.get(bucket) ?? 0;
      return count === 0 ? 0 : (1 + Math.log(count)) * rarity;
    };
    const length = Math.sqrt([...kept].reduce((sum, [bucket, rarity]) => sum + weigh(bucket, rarity) ** 2, 0));
    return length === 0 ? 0 : weigh(term.bucket, term.rarity) / length;
  }
  if (source.kind === 'categorical') {
    const level = source.levels[source.codes[row] as number];
    return Number(term.kind === 'missing' ? level === undefined : term.kind === 'level' && term.level === level);
  }
  const value = source.values[row] as number;
  if (term.kind === 'missing') return Number(Number.isNaN(value));
  return term.kind === 'value' && Number.isNaN(value) ? term.fill : value;
}

function byHand(model: Fitted, x: Frame): number[] {
  const { intercepts, coefficients } = describeLinear(model) as NonNullable<ReturnType<typeof describeLinear>>;
  const kept = new Map(
    coefficients.flatMap(({ term }) => (term.kind === 'words' ? [[term.bucket, term.rarity] as const] : [])),
  );
  return Array.from({ length: x.rows }, (_, row) =>
    coefficients.reduce(
      (sum, { column: name, term, values: [value = 0] }) => sum + value * termValue(term, name, x, row, kept),
      intercepts[0] as number,
    ),
  );
}

const run = { random: seededRandom(1) };

describe('the description of a linear model', () => {
  it('repeats its predictions by hand, missing cells and texts included', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), async (seed) => {
        const x = reviews(60, seed);
        const y = Float64Array.from(targetOf(x));
        const model = await elasticNet.fit({ x, y, task: 'regression' }, defaultParams(elasticNet.params), run);
        const fresh = reviews(20, seed + 5000);
        const hand = byHand(model, fresh);
        model.predict(fresh).forEach((answer, row) => {
          expect(hand[row]).toBeCloseTo(answer, 8);
        });
      }),
      { numRuns: 8 },
    );
  });

  it('names the link, and is absent for other models', async () => {
    const x = reviews(80, 3);
    const y = Float64Array.from(targetOf(x), (value) => Number(value > 0.5));
    const data: TrainingData = { x, y, task: 'binary' };
    const model = await logistic.fit(data, defaultParams(logistic.params), run);
    expect(describeLinear(model)?.link).toBe('logit');
    const hand = byHand(model, x);
    model.predict(x).forEach((answer, row) => {
      expect(1 / (1 + Math.exp(-(hand[row] as number)))).toBeCloseTo(answer, 8);
    });
    expect(describeLinear(await gbdt.fit(data, defaultParams(gbdt.params), run))).toBeUndefined();
  });
});

describe('rounds', () => {
  it('are the trees of each output', async () => {
    const x = reviews(90, 8);
    const y = Float64Array.from({ length: 90 }, (_, row) => row % 3);
    const data: TrainingData = { x, y, task: 'multiclass', classes: 3 };
    const forest = await randomForest.fit(data, { ...defaultParams(randomForest.params), trees: 7 }, run);
    expect(countRounds(forest)).toBe(7);
    expect(countRounds(await baseline.fit(data, defaultParams(baseline.params), run))).toBeUndefined();
  });
});

describe('the report of a fit', () => {
  const x = frame([
    numericColumn('price', [1, null, 3, null, 8]),
    categoricalColumn('town', ['a', 'b', null, 'a', 'b']),
    textColumn('review', ['very clean', 'clean and calm', null, 'clean', 'the calm']),
  ]);
  const data: TrainingData = { x, y: Float64Array.of(1, 2, 3, 4, 7), task: 'regression' };

  it('counts missing cells and says what became of them', async () => {
    const linear = await elasticNet.fit(data, defaultParams(elasticNet.params), run);
    expect(fitReport(linear, x).missing).toEqual([
      { column: 'price', kind: 'numeric', missing: 2, treatment: { kind: 'imputed', value: 4, indicator: true } },
      { column: 'review', kind: 'text', missing: 1, treatment: { kind: 'empty-text' } },
      { column: 'town', kind: 'categorical', missing: 1, treatment: { kind: 'level' } },
    ]);
    const trees = await randomForest.fit(data, { ...defaultParams(randomForest.params), trees: 2 }, run);
    expect(fitReport(trees, x).missing[0]?.treatment).toEqual({ kind: 'branch' });
    const near = await nearestNeighbours.fit(data, defaultParams(nearestNeighbours.params), run);
    expect(fitReport(near, x).missing.map(({ treatment }) => treatment.kind)).toEqual(['imputed', 'unused', 'level']);
  });

  it('names the words that hash buckets stand for, with the rows they occur in', async () => {
    const linear = await elasticNet.fit(data, defaultParams(elasticNet.params), run);
    const { words, rows } = fitReport(linear, x);
    expect(rows).toBe(5);
    const buckets = new Map<string, number>();
    eachNgram('clean calm', TEXT_BITS, (gram, bucket) => buckets.set(gram, bucket));
    expect([...words].sort((a, b) => b.rows - a.rows)).toEqual([
      { column: 'review', bucket: buckets.get('clean'), ngram: 'clean', rows: 3, isStopWord: false },
      { column: 'review', bucket: buckets.get('calm'), ngram: 'calm', rows: 2, isStopWord: false },
    ]);
  });
});

describe('impact by class', () => {
  it('ranks for each class the column that tells it from the others', async () => {
    const random = seededRandom(5);
    const rows = 400;
    const [a, b] = [0, 1].map(() => Array.from({ length: rows }, () => random.next())) as [number[], number[]];
    // Class 2 depends on `a` alone; 0 and 1 are told apart by `b`.
    const y = Float64Array.from(a, (value, row) => (value > 0.7 ? 2 : Number((b[row] as number) > 0.5)));
    const x = frame([
      numericColumn('a', a),
      numericColumn('b', b),
      numericColumn(
        'noise',
        a.map(() => random.next()),
      ),
    ]);
    const model = await gbdt.fit({ x, y, task: 'multiclass', classes: 3 }, defaultParams(gbdt.params), run);
    const impacts = classImpact(model, { x, y, classes: 3 }, { random: seededRandom(2) });
    expect(impacts.map((of) => of[0]?.column)).toEqual(['b', 'b', 'a']);
    for (const of of impacts) expect(of[0]?.normalised).toBe(1);
    const alone = impacts[2]?.find(({ column: name }) => name === 'b');
    expect(alone?.normalised).toBeLessThan(0.2);
  });
});
