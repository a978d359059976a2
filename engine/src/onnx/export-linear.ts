import type { ColumnEncoder } from '../linear/encoding/column-encoder.ts';
import { widthOf } from '../linear/encoding/column-encoder.ts';
import type { LinearState } from '../linear/linear-model.ts';
import { answers } from './answers.ts';
import { Graph } from './graph.ts';
import { textProblem } from './text-problem.ts';

/** Coefficients of design columns [from, from + width) as a width x outputs matrix. */
function slice({ coefficients, intercepts }: LinearState, from: number, width: number): Float64Array {
  const outputs = intercepts.length;
  const all = coefficients.length / outputs;
  return Float64Array.from({ length: width * outputs }, (_, i) => {
    const [j, output] = [Math.floor(i / outputs), i % outputs];
    return coefficients[output * all + from + j] as number;
  });
}

/** What one column adds to the scores: rows x outputs. Numbers are centred first, which float32 is thankful for. */
function part(
  graph: Graph,
  x: string,
  at: number,
  encoder: ColumnEncoder,
  weights: Float64Array,
  outputs: number,
): string {
  const value = graph.apply('Gather', [x, graph.integers([at])], { axis: { int: 1 } });
  if (encoder.kind === 'number') {
    const missing = graph.apply('IsNaN', [value]);
    const zero = graph.floats([1], [0]);
    const centred = graph.apply('Where', [
      missing,
      zero,
      graph.apply('Sub', [value, graph.floats([1], [encoder.fill])]),
    ]);
    const slope = graph.apply('MatMul', [centred, graph.floats([1, outputs], weights.subarray(0, outputs))]);
    if (!encoder.indicator) return slope;
    const flag = graph.apply('Cast', [missing], { to: { int: 1 } });
    return graph.apply('Add', [
      slope,
      graph.apply('MatMul', [flag, graph.floats([1, outputs], weights.subarray(outputs))]),
    ]);
  }
  if (encoder.kind === 'text') {
    throw textProblem(encoder.column);
  }
  const levels = encoder.levels.length;
  // Rows of the table: levels, the missing one, and a level never seen, which adds nothing.
  const table = new Float64Array((levels + 2) * outputs);
  table.set(weights);
  const [low, high] = [graph.floats([1], [0]), graph.floats([1], [levels])];
  const known = graph.apply('And', [graph.apply('GreaterOrEqual', [value, low]), graph.apply('Less', [value, high])]);
  const other = graph.apply('Where', [graph.apply('IsNaN', [value]), high, graph.floats([1], [levels + 1])]);
  const row = graph.apply('Cast', [graph.apply('Where', [known, value, other])], { to: { int: 7 } });
  const place = graph.apply('Squeeze', [row, graph.integers([1])]);
  return graph.apply('Gather', [graph.floats([levels + 2, outputs], table), place], { axis: { int: 0 } });
}

/**
 * A linear model as an ONNX model, with the inputs and outputs of `treesToOnnx`: numbers as they are, categories as the
 * place of their level in the note `features`, missing as NaN, any other code for a level never seen.
 */
export function linearToOnnx(state: LinearState): Uint8Array {
  const outputs = state.intercepts.length;
  const graph = new Graph();
  const x = graph.input('x', state.encoders.length);
  const base = state.intercepts.slice();
  const parts: string[] = [];
  let from = 0;
  state.encoders.forEach((encoder, at) => {
    const weights = slice(state, from, widthOf(encoder));
    if (encoder.kind === 'number') {
      for (let k = 0; k < outputs; k += 1) base[k] = (base[k] as number) + encoder.fill * (weights[k] as number);
    }
    parts.push(part(graph, x, at, encoder, weights, outputs));
    from += widthOf(encoder);
  });
  const scores = graph.apply('Sum', [...parts, graph.floats([1, outputs], base)]);
  answers(graph, scores, state.link, outputs);
  const features = state.encoders.map((encoder) => ({
    name: encoder.column,
    kind: encoder.kind,
    levels: encoder.kind === 'category' ? encoder.levels : [],
  }));
  graph.note('features', JSON.stringify(features));
  return graph.finish('linear');
}
