import { type CsvColumn, quoted } from '../../scoring/answer/csv-answer.ts';
import type { RowNames } from '../../scoring/answer/row-names.ts';
import { columnLimit } from '../../scoring/answer-request.ts';
import type { HotModel } from '../../scoring/hot-model.ts';
import { listed, ScoringRefusal } from '../../scoring/refusal.ts';
import type { SentRows, Wanted } from '../../scoring/rows/sent-rows.ts';
import type { Scored } from '../../scoring/scored.ts';
import { seriesPlanOf } from '../../scoring/series/series-plan.ts';
import type { ChunkPlan } from './chunk-plan.ts';

export function wantedColumns({ columns, serves, bundle }: HotModel, plan: ChunkPlan): Wanted {
  const { passthrough, associations } = plan;
  const read = { columns, mostColumns: columnLimit(columns.length, plan.mostColumns) };
  if (passthrough === 'all') return { ...read, kept: 'all' };
  const dates = serves.kind === 'series' ? [seriesPlanOf(bundle).panel.dateColumn] : [];
  return { ...read, kept: [...passthrough, ...associations, ...dates] };
}

/** Columns that are handed back as they were sent, each once: those asked for, then what tells predictions apart. */
export function keptColumns(
  plan: ChunkPlan,
  sent: SentRows,
  scored: Scored,
  rowNames: RowNames | undefined,
): CsvColumn[] {
  const asked = plan.passthrough === 'all' ? sent.names : plan.passthrough;
  const unknown = asked.filter((name) => !sent.kept.has(name));
  if (unknown.length > 0) {
    const what = `passthroughColumns: the rows have no column ${listed(unknown)}. Name columns that are sent.`;
    throw new ScoringRefusal('passthrough', what, 'passthroughColumns');
  }
  const isThere = (name: string) => sent.kept.has(name) || name === rowNames?.column;
  const taken = new Set(asked);
  const names = [...asked, ...plan.associations.filter((name) => isThere(name) && !taken.has(name))];
  const rowIds = scored.forecasts?.rowIds;
  return names.map((name) => {
    if (name === rowNames?.column) return { name, cell: (row) => quoted(rowNames.of(row)) };
    const cells = sent.kept.get(name) ?? [];
    return { name, cell: (row) => quoted(String(cells[rowIds === undefined ? row : (rowIds[row] as number)] ?? '')) };
  });
}
