import { EngineProblem, type Frame } from '@almanac/engine';
import { explainTable } from './explain/explain-table.ts';
import type { HotModel } from './hot-model.ts';
import { missingColumns, ScoringRefusal } from './refusal.ts';
import type { SentRows } from './rows/sent-rows.ts';
import type { Asked, Scored } from './scored.ts';
import { scoreSeries } from './series/score-series.ts';

/** Rows in, numbers out. Throws a `ScoringRefusal` for rows that cannot be answered; nothing else but faults of ours. */
export function scoreRows(model: HotModel, sent: SentRows, asked: Asked): Scored {
  if (sent.rows === 0)
    throw new ScoringRefusal('no-rows', 'There are no rows to predict: send at least one after the header.');
  try {
    return model.serves.kind === 'series'
      ? scoreSeries(model, model.serves, sent, asked)
      : scoreTable(model, sent.frame, asked);
  } catch (error) {
    if (error instanceof EngineProblem) {
      throw new ScoringRefusal(error.code === 'series.out-of-reach' ? 'out-of-reach' : 'engine', error.message);
    }
    throw error;
  }
}

function scoreTable(model: HotModel, sent: Frame, asked: Asked): Scored {
  if (model.serves.kind !== 'rows') throw new Error('A forecaster answers series.');
  requireColumns(model, sent);
  const values = model.serves.predict(sent);
  const width = values.length / sent.rows;
  if (asked.mostReasons === 0) return { rows: sent.rows, width, values };
  return { rows: sent.rows, width, values, reasons: explainTable(model, model.serves, sent, values, asked) };
}

function requireColumns({ needed }: HotModel, { columns }: Frame): void {
  // Nearly always all are there: only then is it worth looking which are not.
  let found = 0;
  for (const { name } of columns) if (needed.has(name)) found++;
  if (found === needed.size) return;
  const there = new Set(columns.map(({ name }) => name));
  throw missingColumns([...needed].filter((name) => !there.has(name)));
}
