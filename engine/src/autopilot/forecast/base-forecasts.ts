import { localForecaster } from '../../local/catalogue.ts';
import type { DerivedRows } from '../../series/derive.ts';
import { filledHistory } from '../../series/fill-gaps.ts';
import { type Transform, transformed } from '../../series/normaliser.ts';
import type { Panel } from '../../series/panel.ts';
import type { RowPlan } from '../../series/row-plan.ts';

/** Name of the extra column: what the base model says, in the units of the row. */
export const BASE_COLUMN = 'base forecast';

/**
 * Rows whose centre is the forecast of a local model made at their own origin, so that a global model learns only what
 * the local one misses. The local model is learned anew at every origin, from the cells up to it.
 */
export function centredOnBase(
  rows: DerivedRows,
  panel: Panel,
  plan: RowPlan,
  base: string,
  periods: readonly number[],
  transform: Transform,
): DerivedRows {
  const forecaster = localForecaster(base);
  const centre = Float64Array.from(rows.centre);
  const shown = new Float64Array(centre.length);
  const period = periods[0] ?? 1;
  for (let p = 0; p < plan.series.length; p++) {
    const first = plan.first[p] as number;
    const end = plan.first[p + 1] as number;
    let reach = 0;
    for (let r = first; r < end; r++) reach = Math.max(reach, plan.distance[r] as number);
    const values = panel.series[plan.series[p] as number]?.target.subarray(0, (plan.origin[p] as number) + 1);
    const history = filledHistory(transformed(values ?? new Float64Array(0), transform), period);
    const steps = history.length > 0 && reach > 0 ? forecaster.fit(history, { periods }).forecast(reach) : undefined;
    for (let r = first; r < end; r++) {
      const said = steps?.[(plan.distance[r] as number) - 1];
      if (said !== undefined) centre[r] = said;
      shown[r] = ((centre[r] as number) - (rows.centre[r] as number)) / (rows.scale[r] as number);
    }
  }
  const column = { kind: 'numeric', name: BASE_COLUMN, values: shown } as const;
  return { ...rows, centre, x: { rows: rows.x.rows, columns: [...rows.x.columns, column] } };
}
