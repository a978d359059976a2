import { EngineProblem, type Frame } from '@almanac/engine';
import type { CachedModel } from './cached-model.ts';
import { explainRowsOf } from './explain.ts';
import type { SentRows } from './rows/sent-rows.ts';
import { scoreSeries } from './score-series.ts';
import { missingColumns, ScoringRefusal } from './scoring-refusal.ts';
import type { ScoredRows, ScoringOptions } from './scoring-request.ts';

/** Rows in, numbers out. Throws a `ScoringRefusal` for rows that cannot be answered; nothing else but faults of ours. */
export function scoreRows(model: CachedModel, sent: SentRows, options: ScoringOptions): ScoredRows {
  if (sent.rows === 0)
    throw new ScoringRefusal('no-rows', 'There are no rows to predict: send at least one after the header.');
  try {
    return model.scorer.kind === 'series'
      ? scoreSeries(model, model.scorer, sent, options)
      : scoreTable(model, sent.frame, options);
  } catch (error) {
    if (error instanceof EngineProblem) {
      throw new ScoringRefusal(error.code === 'series.out-of-reach' ? 'out-of-reach' : 'engine', error.message);
    }
    throw error;
  }
}

function scoreTable(model: CachedModel, sent: Frame, options: ScoringOptions): ScoredRows {
  if (model.scorer.kind !== 'rows') throw new Error('A forecaster answers series.');
  requireColumns(model, sent);
  const values = model.scorer.predict(sent);
  const width = values.length / sent.rows;
  if (options.maxExplanations === 0) return { rows: sent.rows, width, values };
  return { rows: sent.rows, width, values, explanations: explainRowsOf(model, model.scorer, sent, values, options) };
}

function requireColumns({ needed }: CachedModel, { columns }: Frame): void {
  // Nearly always all are there: only then is it worth looking which are not.
  let found = 0;
  for (const { name } of columns) if (needed.has(name)) found++;
  if (found === needed.size) return;
  const there = new Set(columns.map(({ name }) => name));
  throw missingColumns([...needed].filter((name) => !there.has(name)));
}
