import * as engine from '@almanac/engine';
import type { PartScores } from '../../core/models/model.tables.ts';
import type { RowPredictions } from '../../engine/part-predictions.ts';
import { numbersOf, type TableJob, tableProblem, targetValues } from '../../engine/table-problem.ts';
import { predictionsOf, rowsOfPart, scoreTable } from '../training/table-tasks.ts';

export interface ContinueTask {
  readonly job: TableJob;
  readonly file: Uint8Array;
  readonly params: engine.TabularBlueprint['params'];
  /** More rows, in the columns of the project. */
  readonly chunk: engine.Frame;
  /** Their numbers in the project's own data; null where they are other data. */
  readonly numbers: Int32Array | null;
  /** Tells this chunk from the others: each draws its own random numbers. */
  readonly place: string;
  /** The part it is evaluated on; neither its rows nor the holdout are trained on. */
  readonly part: string;
}

/** A model after one more chunk, with its scores. Null: the chunk has no row to learn from. */
export async function continueRows(
  task: ContinueTask,
): Promise<{ readonly file: Uint8Array; readonly rows: number; readonly scores: PartScores } | null> {
  const { plan, ignore } = task.job;
  const problem = tableProblem(task.job);
  const { validation } = rowsOfPart(problem, task.part);
  const evaluated = new Set([...validation, ...problem.partition.holdout].map((row) => problem.numbers[row] as number));
  const target = targetValues(engine.column(task.chunk, plan.target ?? ''), plan);
  const rows = Int32Array.from(target.keys()).filter(
    (row) => !Number.isNaN(target[row]) && !(task.numbers !== null && evaluated.has(task.numbers[row] as number)),
  );
  if (rows.length < 2) return null;
  const table = engine.takeRows(task.chunk, rows);
  const hidden = new Set([...plan.ignore, ...ignore]);
  const known = engine.readModel(task.file);
  const model = await engine.continueModel(
    known,
    {
      x: { rows: table.rows, columns: table.columns.filter(({ name }) => !hidden.has(name)) },
      y: engine.takeValues(target, rows),
      task: plan.task,
      ...(plan.task === 'multiclass' ? { classes: plan.classes.length } : {}),
      ...(plan.weights === undefined ? {} : { weight: numbersOf(engine.column(table, plan.weights)) }),
    },
    task.params,
    { random: engine.seededRandom(plan.seed).fork(task.place) },
  );
  const scores = scoreTable(problem, validation, model.predict(engine.takeRows(problem.x, validation)));
  return { file: engine.writeModelFile(known.name, model), rows: rows.length, scores };
}

/** Predictions and scores of a model for parts it was not trained on. */
export function evaluateFile({
  job,
  file,
  parts,
}: {
  readonly job: TableJob;
  readonly file: Uint8Array;
  readonly parts: readonly string[];
}): { readonly part: string; readonly scores: PartScores; readonly predictions: RowPredictions }[] {
  const problem = tableProblem(job);
  const { model } = engine.readModel(file);
  return parts.map((part) => {
    const { validation } = rowsOfPart(problem, part);
    const predicted = model.predict(engine.takeRows(problem.x, validation));
    return {
      part,
      scores: scoreTable(problem, validation, predicted),
      predictions: predictionsOf(problem, validation, predicted),
    };
  });
}
