import { explainRows } from '../../explain/explain-rows.ts';
import { columnNamed } from '../../frame/frame.ts';
import { seeded } from '../../random/random.ts';
import type { DerivedRows } from '../../series/derive.ts';
import type { Panel } from '../../series/panel.ts';
import { planAtEnds } from '../../series/row-plan.ts';
import { type GlobalParts, rowsFor } from './global-parts.ts';
import type { CellExplanation } from './panel-model.ts';

/** Contributions of the features of a global model, brought from its scaled target back to the size of the series. */
export function explainGlobal(panel: Panel, parts: GlobalParts): CellExplanation[] {
  const total = parts.blocks.reduce((sum, { distances }) => sum + distances.length, 0);
  const cells = new Array<CellExplanation>(panel.series.length * total);
  const unit = parts.recipe.normaliser.transform === 'none' ? 'value' : 'factors';
  let column = 0;
  for (const { distances, members } of parts.blocks) {
    const rows = rowsFor(panel, parts.recipe, planAtEnds(panel, distances), parts.base, parts.periods);
    const random = seeded(1);
    const told = members.map((member) => explainRows(member, rows.x, { rows: rows.x, random }));
    for (let r = 0; r < rows.x.rows; r++) {
      const scale = rows.scale[r] as number;
      const sums = new Map<string, number>();
      let base = 0;
      for (const { columns, values, base: own } of told) {
        base += ((own[0] as number) * scale) / members.length;
        columns.forEach((name, c) => {
          const share = ((values[r * columns.length + c] as number) * scale) / members.length;
          sums.set(name, (sums.get(name) ?? 0) + share);
        });
      }
      const contributions = [...sums].map(([feature, contribution]) => ({
        feature,
        value: cellOf(rows.x, feature, r),
        contribution,
      }));
      contributions.sort((a, b) => Math.abs(b.contribution) - Math.abs(a.contribution));
      const place = Math.floor(r / distances.length) * total + column + (r % distances.length);
      cells[place] = { unit, baseline: rows.centre[r] as number, base, contributions };
    }
    column += distances.length;
  }
  return cells;
}

function cellOf(x: DerivedRows['x'], name: string, row: number): number {
  const column = columnNamed(x, name);
  if (column === undefined || column.kind === 'text') return Number.NaN;
  return (column.kind === 'categorical' ? column.codes[row] : column.values[row]) ?? Number.NaN;
}
