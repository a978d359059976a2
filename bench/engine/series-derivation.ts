/** Feature derivation: cells (rows x features) per second of processor time, one thread. */
import { seededRandom } from '../../engine/src/core/random.ts';
import { levelNormaliser } from '../../engine/src/series/choose-normaliser.ts';
import { deriveRows } from '../../engine/src/series/derive.ts';
import { panelOfSequences } from '../../engine/src/series/panel.ts';
import { defaultRecipe } from '../../engine/src/series/recipe.ts';
import { suggestedPeriods, type TimeUnit } from '../../engine/src/series/time-unit.ts';
import { planOf } from '../../engine/src/series/training-plan.ts';
import { median, processorMs } from '../measure.ts';
import { record } from '../record.ts';

interface Shape {
  readonly name: string;
  readonly unit: TimeUnit;
  readonly series: number;
  readonly cells: number;
  readonly every: number;
  readonly distances: number;
}

const SHAPES: readonly Shape[] = [
  { name: 'daily, every origin, 1 step', unit: 'DAY', series: 1000, cells: 600, every: 1, distances: 1 },
  { name: 'daily, every 7th origin, 28 steps', unit: 'DAY', series: 200, cells: 1000, every: 7, distances: 28 },
  { name: 'hourly, every 24th origin, 48 steps', unit: 'HOUR', series: 200, cells: 1500, every: 24, distances: 48 },
  { name: 'monthly, every origin, 12 steps', unit: 'MONTH', series: 500, cells: 120, every: 1, distances: 12 },
];

function measure(shape: Shape): { rows: number; features: number; rate: number } {
  const random = seededRandom(1);
  const panel = panelOfSequences(
    shape.unit,
    Array.from({ length: shape.series }, (_, s) => ({
      id: `s${s}`,
      values: Float64Array.from({ length: shape.cells }, () => 100 + 10 * random.normal()),
    })),
  );
  const periods = suggestedPeriods(shape.unit, 1).filter((period) => 3 * period < shape.cells);
  const history = 4 * (periods.at(-1) ?? 1);
  const windows = { history, blind: 0, first: 1, last: shape.distances };
  const recipe = defaultRecipe(panel, { windows, periods, normaliser: levelNormaliser(periods) });
  const from = Math.min(history, shape.cells / 2);
  const origins = Math.ceil((shape.cells - from) / shape.every);
  const distances = Array.from({ length: shape.distances }, (_, d) => d + 1);
  // Numbers only: a million small arrays kept alive would be measured as the collector's work during derivation.
  const pairs = shape.series * origins;
  const plan = planOf(
    Int32Array.from({ length: pairs }, (_, p) => Math.floor(p / origins)),
    Int32Array.from({ length: pairs }, (_, p) => from + (p % origins) * shape.every),
    distances,
  );
  const times: number[] = [];
  for (let round = 0; round < 4; round++) {
    const started = process.cpuUsage();
    deriveRows(panel, recipe, plan);
    times.push(processorMs(started));
  }
  const rows = plan.distance.length;
  const ms = median(times.slice(1));
  return { rows, features: recipe.features.length, rate: (rows * recipe.features.length) / ms / 1000 };
}

const seen = SHAPES.map(({ name, ...shape }) => ({ name, ...measure({ name, ...shape }) }));
record({
  title: 'Feature derivation on one thread, by processor time',
  work: { rounds: 3 },
  figures: seen.map(({ name, rows, features, rate }) => ({
    id: name.replace(/[^a-z0-9]+/g, '-'),
    what: `Cells a second: ${name} (${rows.toLocaleString('en')} rows x ${features} features)`,
    value: rate,
    unit: 'M cells/s',
    must: '>= 50',
  })),
});
