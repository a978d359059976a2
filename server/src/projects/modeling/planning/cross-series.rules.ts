import type { FieldErrors } from '#platform/http/problem.ts';
import type { FeatureRow } from '../../core/features/feature.tables.ts';
import type { Aim } from '../../core/project/aim.schema.ts';

/** Features over other series: whether there are others, and what groups them. That it is constant is seen in the data. */
export function wrongCrossSeries(aim: Aim, features: ReadonlyMap<string, FeatureRow>): FieldErrors {
  const { crossSeriesGroupByColumns: groups = [], multiseriesIdColumns: ids = [], useCrossSeriesFeatures } = aim;
  const errors: Record<string, string> = {};
  if (useCrossSeriesFeatures && ids.length === 0) {
    errors.useCrossSeriesFeatures = 'There is only one series: useCrossSeriesFeatures needs multiseriesIdColumns';
  }
  if (aim.aggregationType !== undefined && !useCrossSeriesFeatures) {
    errors.aggregationType = 'aggregationType needs useCrossSeriesFeatures';
  }
  const [name = ''] = groups;
  if (groups.length === 0) return errors;
  if (!useCrossSeriesFeatures) {
    errors.crossSeriesGroupByColumns = 'crossSeriesGroupByColumns needs useCrossSeriesFeatures';
  } else if (groups.length > 1) {
    errors.crossSeriesGroupByColumns = `Send one column; you sent ${groups.length}`;
  } else if (!features.has(name)) {
    errors.crossSeriesGroupByColumns = `The project has no column ${name}`;
  } else if ([aim.target, aim.datetimePartitionColumn, ...(ids.length > 1 ? [] : ids)].includes(name)) {
    errors.crossSeriesGroupByColumns = `${name} is the target, the date or what tells series apart: it groups nothing`;
  }
  return errors;
}
