import { EngineProblem } from '../core/engine-problem.ts';
import { type Random, shuffle } from '../core/random.ts';
import type { Fitted } from '../estimators/estimator.ts';
import type { Contributions } from '../estimators/linear/linear-model.ts';
import { type Column, column, type Frame } from '../frame/frame.ts';

/**
 * Shapley values of any model by sampling orders of columns: starting from a background row, the columns of the explained
 * row are put in one by one, and each is credited with the change (Štrumbelj and Kononenko 2014, "Explaining prediction
 * models and individual predictions with feature contributions", Knowledge and Information Systems 41). Every order is
 * also walked backwards, which halves the noise. Base and contributions add up to the answer exactly.
 */
export function sampledShapley(
  model: Fitted,
  x: Frame,
  background: Frame,
  random: Random,
  orders: number,
): Contributions {
  const columns = x.columns.map(({ name }) => name);
  const width = columns.length;
  const walks = 2 * orders;
  const probe = model.predict(x);
  const outputs = probe.length / Math.max(1, x.rows);
  const values = new Float64Array(x.rows * outputs * width);
  // The base has to be one number for all rows, so every row is compared with the same background rows.
  const stream = random.fork('orders');
  const starts = Int32Array.from({ length: walks }, () => stream.int(background.rows));
  const sequences: number[][] = [];
  for (let i = 0; i < orders; i += 1) {
    const order = shuffle([...columns.keys()], stream);
    sequences.push(order, order.slice().reverse());
  }
  const steps = walks * (width + 1);
  const base = new Float64Array(outputs);
  for (let row = 0; row < x.rows; row += 1) {
    const picks = columns.map(() => new Int32Array(steps));
    sequences.forEach((order, walk) => {
      const turn = new Int32Array(width);
      order.forEach((c, at) => {
        turn[c] = at;
      });
      for (let step = 0; step <= width; step += 1) {
        for (let c = 0; c < width; c += 1) {
          const known = (turn[c] as number) < step;
          (picks[c] as Int32Array)[walk * (width + 1) + step] = known ? row : -1 - (starts[walk] as number);
        }
      }
    });
    const mixed = x.columns.map((one, c) => mixColumn(one, column(background, one.name), picks[c] as Int32Array));
    const answers = model.predict({ rows: steps, columns: mixed });
    sequences.forEach((order, walk) => {
      order.forEach((c, step) => {
        const at = (walk * (width + 1) + step) * outputs;
        for (let k = 0; k < outputs; k += 1) {
          const change = (answers[at + outputs + k] as number) - (answers[at + k] as number);
          const place = (row * outputs + k) * width + c;
          values[place] = (values[place] as number) + change / walks;
        }
      });
      if (row > 0) return;
      for (let k = 0; k < outputs; k += 1) {
        base[k] = (base[k] as number) + (answers[walk * (width + 1) * outputs + k] as number) / walks;
      }
    });
  }
  return { columns, base, values };
}

/** For each new row: take the cell of the first column (row number) or, as -1 - row, of the second. */
function mixColumn(first: Column, second: Column, picks: Int32Array): Column {
  if (first.kind !== second.kind) {
    throw new EngineProblem(
      'data.kind',
      `Column "${first.name}" is ${first.kind} in the rows to explain and ${second.kind} in the background. Read both with the same types.`,
      { column: first.name },
    );
  }
  if (first.kind === 'text' && second.kind === 'text') {
    const values = Array.from(picks, (at) => (at >= 0 ? first.values[at] : second.values[-1 - at]) ?? null);
    return { ...first, values };
  }
  if (first.kind === 'categorical' && second.kind === 'categorical') {
    const levels = [...new Set([...first.levels, ...second.levels])];
    const place = new Map(levels.map((level, at) => [level, at]));
    const recode = second.levels.map((level) => place.get(level) as number);
    const codes = picks.map((at) => {
      if (at >= 0) return first.codes[at] as number;
      const code = second.codes[-1 - at] as number;
      return code < 0 ? -1 : (recode[code] as number);
    });
    return { ...first, levels, codes };
  }
  const [a, b] = [first, second] as { values: Float64Array }[] as [{ values: Float64Array }, { values: Float64Array }];
  const values = Float64Array.from(picks, (at) => (at >= 0 ? a.values[at] : b.values[-1 - at]) as number);
  return { ...first, values } as Column;
}
