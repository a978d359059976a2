import { seededRandom } from '../core/random.ts';
import { explainRows } from '../explain/explain-rows.ts';
import { columnNamed } from '../frame/frame.ts';
import { slopeOf } from '../local/components.ts';
import { restoreValue } from '../series/choose-normaliser.ts';
import { type DerivedRows, deriveRows } from '../series/derive.ts';
import { featureColumns, featureName } from '../series/feature.ts';
import type { Panel } from '../series/panel.ts';
import type { Recipe } from '../series/recipe.ts';
import { planAtEnds, type RowPlan } from '../series/training-plan.ts';
import type { GlobalParts } from './global-parts.ts';
import { railsOfPanel } from './guard.ts';
import { bySize, type CellExplanation } from './panel-model.ts';

/** Contributions of the features of a global model, brought from its scaled target back to the units of the series. */
export function explainGlobal(panel: Panel, parts: GlobalParts): CellExplanation[] {
  const { normaliser } = parts.recipe;
  const total = parts.blocks.reduce((sum, { distances }) => sum + distances.length, 0);
  const cells = new Array<CellExplanation>(panel.series.length * total);
  const rails = railsOfPanel(panel, parts.periods, total);
  let column = 0;
  for (const { distances, members } of parts.blocks) {
    const plan = planAtEnds(panel, distances);
    const rows = deriveRows(panel, parts.recipe, plan);
    const shown = shownValues(panel, parts, plan, rows);
    const random = seededRandom(1);
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
      const restore = (value: number): number => limit(restoreValue(value, normaliser.transform));
      const valueFor = (name: string) => shown(name, r);
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

/** Nothing is subtracted or divided by: features in the units of the target. */
const withoutScaling = (recipe: Recipe): Recipe => ({
  ...recipe,
  normaliser: { ...recipe.normaliser, transform: 'none', centre: 'none', scale: 'one' },
});

/**
 * Features of the target are derived on a scale of the model; people know them in the units of the target, so they are
 * shown as derived from the target itself. A mean of logarithms brought back would be another mean.
 */
function shownValues(panel: Panel, { recipe }: GlobalParts, plan: RowPlan, rows: DerivedRows) {
  const { transform } = recipe.normaliser;
  const plain = deriveRows(panel, withoutScaling(recipe), plan).x;
  const columns = featureColumns(panel);
  const roughness = featureName({ kind: 'roughness' }, columns);
  return (name: string, row: number): number | string => {
    // The ratio of scale and level has no counterpart in units where both are of logarithms.
    if (name === roughness) return transform === 'none' ? cellOf(rows.x, name, row) : Number.NaN;
    return cellOf(plain, name, row);
  };
}
