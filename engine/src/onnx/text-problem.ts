import { EngineProblem } from '../problems/engine-problem.ts';

/** Hashing words needs operators that ONNX does not have. */
export function textProblem(column: string): EngineProblem {
  return new EngineProblem(
    'onnx.text',
    `Column "${column}" is text; hashed words cannot be expressed in ONNX. Train without the column to export the model.`,
    { column },
  );
}
