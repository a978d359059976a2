import { indices } from '../engine/arrays.ts';
import { type TableJob, tableProblem } from '../engine/table-problem.ts';
import { rowsOfPart } from '../modeling/training/table-tasks.ts';

interface SourceTask {
  readonly job: TableJob;
  /** Rows the model was trained on for a part, rows it was not trained on there, or all but the named parts. */
  readonly of: 'training' | 'validation' | 'all';
  readonly parts: readonly string[];
}

/** Numbers of rows in the data, ascending: those of a source, without rows that have no target. */
export function rowsOfSource({ job, of, parts }: SourceTask): Int32Array {
  const problem = tableProblem(job);
  const named = parts.flatMap((part) => {
    const { train, validation } = rowsOfPart(problem, part);
    return [...(of === 'training' ? train : validation)];
  });
  const left = new Set(named);
  const rows = of === 'all' ? indices(problem.x.rows).filter((row) => !left.has(row)) : Int32Array.from(left);
  return rows.map((row) => problem.numbers[row] as number).sort();
}
