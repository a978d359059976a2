import { metricNamed } from '@almanac/engine';
import { type AccuracySum, addAt, addCell, type SumShape } from './accuracy-sum.ts';

/** A sure and wrong answer costs much, not infinitely much: as the engine has it. */
const SURE = 1e-15;
const surprise = (chance: number) => -Math.log(Math.min(Math.max(chance, SURE), 1 - SURE));

/** Scores lie in bins of a sixteenth of a logit: fine where chances are small, which is where rankings are made. */
const BINS_A_LOGIT = 16;
const MOST_LOGITS = 16;
const FIRST_SCORE = 4;

function scoreBin(chance: number): number {
  // What is reported need not be a chance.
  const sure = Math.min(Math.max(chance, 0), 1);
  const kept = Math.min(Math.max(Math.log(sure / (1 - sure)), -MOST_LOGITS), MOST_LOGITS);
  return FIRST_SCORE + Math.round((kept + MOST_LOGITS) * BINS_A_LOGIT);
}

/** Of two classes: the loss, decisions by what happened (cells 0 to 3), scores in bins. */
export const binaryShape: SumShape = {
  size: () => 1,
  moments: null,
  add(sum, { actual, predicted: [chance = Number.NaN], decided }) {
    sum.matched += 1;
    addAt(sum.numbers, 0, surprise(actual === 1 ? chance : 1 - chance));
    addCell(sum, 2 * actual + (decided ?? 0), 1, 0);
    addCell(sum, scoreBin(chance), 1, actual);
  },
};

/** Of several classes: the loss, the loss of each class against all others, decisions by what happened. */
export const multiclassShape: SumShape = {
  size: (classes) => 1 + classes,
  moments: null,
  add(sum, { actual, predicted, decided }) {
    const classes = sum.numbers.length - 1;
    sum.matched += 1;
    addAt(sum.numbers, 0, surprise(predicted[actual] as number));
    for (let c = 0; c < classes; c += 1) {
      const chance = predicted[c] as number;
      addAt(sum.numbers, 1 + c, surprise(c === actual ? chance : 1 - chance));
    }
    addCell(sum, actual * classes + (decided ?? 0), 1, 0);
  },
};

/** Of two classes: rows by what happened and by what was decided. */
export const decisionsOf =
  ({ cells }: AccuracySum) =>
  (actual: number, decided: number): number =>
    cells.get(2 * actual + decided)?.weight ?? 0;

/** Chances of the second of two classes, added up over rows that turned out to be of the first, and of the second. */
export function addedChances({ cells }: AccuracySum): readonly [first: number, second: number] {
  const added: [number, number] = [0, 0];
  for (const [place, { weight, sum: ones }] of cells) {
    if (place < FIRST_SCORE) continue;
    const chance = 1 / (1 + Math.exp(MOST_LOGITS - (place - FIRST_SCORE) / BINS_A_LOGIT));
    added[0] += chance * (weight - ones);
    added[1] += chance * ones;
  }
  return added;
}

const RANKED = ['AUC', 'Gini Norm', 'Kolmogorov-Smirnov', 'Rate@Top10%', 'Rate@Top5%'];
const OF_TWO = ['Accuracy', 'Balanced Accuracy', 'F1', 'MCC', 'TPR', 'FPR', 'TNR', 'PPV', 'NPV'];
const OF_SEVERAL = ['Accuracy', 'Balanced Accuracy', 'F1', 'MCC'];

/** NaN where a metric does not exist on these rows. */
export function binaryMetrics(sum: AccuracySum): ReadonlyMap<string, number> {
  const table = [0, 1, 2, 3].map((place) => sum.cells.get(place)?.weight ?? 0);
  const values = twoClasses(table, (sum.numbers[0] as number) / sum.matched);
  const bins = [...sum.cells].filter(([place]) => place >= FIRST_SCORE);
  const ranked = {
    actual: Float64Array.from(bins.flatMap(() => [0, 1])),
    predicted: Float64Array.from(bins.flatMap(([place]) => [place, place])),
    weight: Float64Array.from(bins.flatMap(([, { weight, sum: ones }]) => [weight - ones, ones])),
  };
  for (const name of RANKED) values.set(name, metricNamed(name).score(ranked));
  return values;
}

/** `table`: rows by what happened (0, then 1) and by what was decided. The engine decides again, the same. */
function twoClasses(table: readonly number[], loss: number): Map<string, number> {
  const rows = {
    actual: Float64Array.of(0, 0, 1, 1),
    predicted: Float64Array.of(0, 1, 0, 1),
    weight: Float64Array.from(table),
  };
  const values = new Map(OF_TWO.map((name) => [name, metricNamed(name).score(rows)]));
  const [a = 0, b = 0, c = 0, d = 0] = table;
  values.set('LogLoss', loss);
  values.set('FVE Binomial', explainedVariance(loss, [a + b, c + d]));
  return values;
}

function explainedVariance(loss: number, counts: readonly number[]): number {
  const total = counts.reduce((sum, count) => sum + count, 0);
  const without = counts.reduce((sum, count) => sum + (count === 0 ? 0 : count * surprise(count / total)), 0) / total;
  return without > 1e-12 ? 1 - loss / without : Number.NaN;
}

export function multiclassMetrics(sum: AccuracySum): ReadonlyMap<string, number> {
  const classes = sum.numbers.length - 1;
  const cells = [...sum.cells];
  const seen = [...new Set(cells.flatMap(([place]) => [Math.floor(place / classes), place % classes]))];
  // Classes nobody met change no metric: without them tables stay small.
  const number = new Map(seen.map((c, at) => [c, at]));
  const predicted = new Float64Array(cells.length * seen.length);
  cells.forEach(([place], row) => {
    predicted[row * seen.length + (number.get(place % classes) as number)] = 1;
  });
  const rows = {
    actual: Float64Array.from(cells, ([place]) => number.get(Math.floor(place / classes)) as number),
    predicted,
    weight: Float64Array.from(cells, ([, { weight }]) => weight),
    classes: seen.length,
  };
  const values = new Map(OF_SEVERAL.map((name) => [name, metricNamed(name).score(rows)]));
  const loss = (sum.numbers[0] as number) / sum.matched;
  values.set('LogLoss', loss);
  values.set('FVE Multinomial', explainedVariance(loss, actualCounts(sum, classes)));
  return values;
}

/** A class of several against all others. */
export function classMetrics(sum: AccuracySum, number: number): ReadonlyMap<string, number> {
  const classes = sum.numbers.length - 1;
  const table = [0, 0, 0, 0];
  for (const [place, { weight }] of sum.cells) {
    const [actual, decided] = [Math.floor(place / classes) === number, place % classes === number];
    addTo(table, 2 * Number(actual) + Number(decided), weight);
  }
  const values = twoClasses(table, (sum.numbers[1 + number] as number) / sum.matched);
  values.set('FVE Multinomial', values.get('FVE Binomial') ?? Number.NaN);
  return values;
}

function addTo(counts: number[], at: number, value: number): void {
  counts[at] = (counts[at] as number) + value;
}

/** Rows by what happened, or by what was decided. */
export function actualCounts(sum: AccuracySum, classes: number): number[] {
  return countsBy(sum, classes, (place) => Math.floor(place / classes));
}

export function decidedCounts(sum: AccuracySum, classes: number): number[] {
  return countsBy(sum, classes, (place) => place % classes);
}

function countsBy({ cells }: AccuracySum, classes: number, classOf: (place: number) => number): number[] {
  const counts = new Array<number>(classes).fill(0);
  for (const [place, { weight }] of cells) if (place < classes * classes) addTo(counts, classOf(place), weight);
  return counts;
}
