import { explainRows } from '../../explain/explain-rows.ts';
import { columnNamed } from '../../frame/frame.ts';
import { slopeOf } from '../../local/components.ts';
import { seeded } from '../../random/random.ts';
import type { DerivedRows } from '../../series/derive.ts';
import { type Feature, featureName } from '../../series/feature.ts';
import { featureColumns } from '../../series/feature-columns.ts';
import { type Reference, referenceAt, restored, transformed } from '../../series/normaliser.ts';
import type { Panel } from '../../series/panel.ts';
import { planAtEnds } from '../../series/row-plan.ts';
import { type GlobalParts, rowsFor } from './global-parts.ts';
import { railsOfPanel } from './guard.ts';
import { bySize, type CellExplanation } from './panel-model.ts';

/** Contributions of the features of a global model, brought from its scaled target back to the units of the series. */
export function explainGlobal(panel: Panel, parts: GlobalParts): CellExplanation[] {
  const { normaliser, features } = parts.recipe;
  const total = parts.blocks.reduce((sum, { distances }) => sum + distances.length, 0);
  const cells = new Array<CellExplanation>(panel.series.length * total);
  const rails = railsOfPanel(panel, parts.periods, total);
  const references = panel.series.map(({ target }): Reference => {
    const values = transformed(target, normaliser.transform);
    return referenceAt(values, values.length - 1, normaliser, { level: 0, scale: 1, size: 0 });
  });
  const columns = featureColumns(panel);
  const named = new Map(features.map((feature) => [featureName(feature, columns), feature]));
  let column = 0;
  for (const { distances, members } of parts.blocks) {
    const rows = rowsFor(panel, parts.recipe, planAtEnds(panel, distances), parts.base, parts.periods);
    const random = seeded(1);
    const told = members.map((member) => explainRows(member, rows.x, { rows: rows.x, random }));
    for (let r = 0; r < rows.x.rows; r++) {
      const series = Math.floor(r / distances.length);
      const scale = rows.scale[r] as number;
      const sums = new Map<string, number>();
      let base = rows.centre[r] as number;
      for (const { columns: names, values, base: own } of told) {
        base += ((own[0] as number) * scale) / members.length;
        names.forEach((name, c) => {
          const share = ((values[r * names.length + c] as number) * scale) / members.length;
          sums.set(name, (sums.get(name) ?? 0) + share);
        });
      }
      const limit = rails[series] as (value: number) => number;
      const restore = (value: number): number => limit(restored(value, normaliser.transform));
      const valueFor = (name: string) => shown(cellOf(rows.x, name, r), named.get(name), references[series], parts);
      cells[series * total + column + (r % distances.length)] = inUnits(base, sums, restore, valueFor);
    }
    column += distances.length;
  }
  return cells;
}

/** Shares out what the contributions add together behind a logarithm or a limit, in proportion to their size before. */
function inUnits(
  base: number,
  sums: ReadonlyMap<string, number>,
  restore: (value: number) => number,
  valueFor: (feature: string) => number | string,
): CellExplanation {
  let rest = 0;
  let size = 0;
  for (const share of sums.values()) {
    rest += share;
    size += Math.abs(share);
  }
  const slope = size === 0 ? 0 : slopeOf(restore, base, rest, 1e-9 * size);
  const contributions = [...sums].map(([feature, share]) => ({
    feature,
    kind: 'feature' as const,
    value: valueFor(feature),
    contribution: slope * share,
  }));
  const added = contributions.reduce((sum, { contribution }) => sum + contribution, 0);
  return { base: restore(base + rest) - added, contributions: bySize(contributions) };
}

function cellOf(x: DerivedRows['x'], name: string, row: number): number | string {
  const column = columnNamed(x, name);
  if (column === undefined || column.kind === 'text') return Number.NaN;
  if (column.kind !== 'categorical') return column.values[row] ?? Number.NaN;
  return column.levels[column.codes[row] ?? -1] ?? Number.NaN;
}

/** Statistics that are a place on the scale of the target; the others are distances on it. */
const PLACES: ReadonlySet<string> = new Set(['mean', 'min', 'max', 'median']);

/** Features of the target are scaled at the origin of the forecast; people know them in its units. */
function shown(
  value: number | string,
  feature: Feature | undefined,
  reference: Reference | undefined,
  { recipe }: GlobalParts,
): number | string {
  if (typeof value === 'string' || feature === undefined || reference === undefined) return value;
  const { level, scale } = reference;
  switch (feature.kind) {
    case 'lag':
    case 'seasonal-lag':
    case 'seasonal-mean':
      return restored(value * scale + level, recipe.normaliser.transform);
    case 'rolling':
      return PLACES.has(feature.stat) ? restored(value * scale + level, recipe.normaliser.transform) : value * scale;
    case 'change':
    case 'difference':
    case 'seasonal-difference':
      return value * scale;
    default:
      return value;
  }
}
