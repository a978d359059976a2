import type { ArgumentsOf } from '../../recipe.operations.ts';
import { derive, lagsOf, rollingOf, seriesOf } from '../derived.ts';
import { type Compiled, needColumn, type Step } from '../step.ts';

export function lags(step: Step<ArgumentsOf<'lags'>>): Compiled {
  const series = seriesOf(step);
  const column = needColumn(step, step.arguments.column, 'column');
  return derive(step, series, lagsOf(step, series, column, step.arguments.orders, 'orders'));
}

export function windowStats(
  step: Step<ArgumentsOf<'window-numeric-stats'> | ArgumentsOf<'window-categorical-stats'>>,
): Compiled {
  const series = seriesOf(step);
  const column = needColumn(step, step.arguments.column, 'column');
  return derive(step, series, rollingOf(step, series, column, step.arguments, 'methods'));
}
