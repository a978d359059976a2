import { type Frame, takeRows } from '../frame/frame.ts';
import { budgetSpent } from '../model/budget.ts';
import type { Fitted, Run } from '../model/estimator.ts';

export interface FeatureImpact {
  readonly column: string;
  /** How much worse the error gets when the column's cells are shuffled among the rows. */
  readonly loss: number;
  /** The same as a share of the greatest. */
  readonly normalised: number;
}

export interface ImpactQuestion {
  readonly x: Frame;
  /** Error of the answers for these rows; smaller is better. */
  readonly error: (answers: Float64Array) => number;
  /** Shuffles per column. */
  readonly repeats?: number;
}

/**
 * What a model owes to each column: permutation importance (Breiman 2001; Fisher, Rudin and Dominici 2019). Works for any
 * model, greatest first. When the time budget ends, the columns not reached yet are left out.
 */
export function featureImpact(model: Fitted, { x, error, repeats = 3 }: ImpactQuestion, run: Run): FeatureImpact[] {
  const before = error(model.predict(x));
  const losses: { column: string; loss: number }[] = [];
  for (const [at, { name }] of x.columns.entries()) {
    if (budgetSpent(run) && at > 0) break;
    let sum = 0;
    for (let repeat = 0; repeat < repeats; repeat += 1) {
      const order = Int32Array.from({ length: x.rows }, (_, row) => row);
      const random = run.random.fork(`impact ${name} ${repeat}`);
      for (let i = x.rows - 1; i > 0; i -= 1) {
        const j = random.int(i + 1);
        const kept = order[i] as number;
        order[i] = order[j] as number;
        order[j] = kept;
      }
      const [shuffled] = takeRows({ rows: x.rows, columns: x.columns.slice(at, at + 1) }, order).columns;
      const columns = x.columns.map((column) => (column.name === name && shuffled !== undefined ? shuffled : column));
      sum += error(model.predict({ rows: x.rows, columns })) - before;
    }
    losses.push({ column: name, loss: sum / repeats });
    run.progress?.((at + 1) / x.columns.length);
  }
  losses.sort((a, b) => b.loss - a.loss || (a.column < b.column ? -1 : 1));
  const most = Math.max(losses[0]?.loss ?? 0, 0);
  return losses.map(({ column, loss }) => ({ column, loss, normalised: most > 0 ? loss / most : 0 }));
}
