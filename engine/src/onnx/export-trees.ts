import { EngineProblem } from '../core/engine-problem.ts';
import { type ColumnEncoder, widthOf } from '../estimators/encoding/column-encoder.ts';
import type { LinearState } from '../estimators/linear/linear-model.ts';
import type { Feature } from '../estimators/trees/feature.ts';
import { CATEGORICAL, type Ensemble, goesLeft, MISSING_LEFT, type Tree } from '../estimators/trees/tree.ts';
import { FLOAT, Graph, INT64 } from './graph.ts';

interface CategorySplit {
  readonly tree: number;
  readonly node: number;
}

/** Splits on each category: every one becomes a column of its own that says 1 for left, looked up by level. */
function splitsByFeature({ trees, features }: Ensemble): CategorySplit[][] {
  const splits: CategorySplit[][] = features.map(() => []);
  trees.forEach((tree, at) => {
    tree.left.forEach((left, node) => {
      if (left >= 0 && ((tree.flags[node] as number) & CATEGORICAL) !== 0) {
        splits[tree.feature[node] as number]?.push({ tree: at, node });
      }
    });
  });
  return splits;
}

/** One look-up of all splits on a category: rows are levels and, last, the missing one. */
function lookUp(
  graph: Graph,
  x: string,
  at: number,
  feature: Feature,
  splits: readonly CategorySplit[],
  trees: readonly Tree[],
) {
  const levels = feature.levels.length;
  const table = new Float32Array((levels + 1) * splits.length);
  splits.forEach(({ tree, node }, column) => {
    for (let level = 0; level <= levels; level += 1) {
      const left = goesLeft(trees[tree] as Tree, node, level === levels ? Number.NaN : level);
      table[level * splits.length + column] = left ? 1 : 0;
    }
  });
  const code = graph.apply('Gather', [x, graph.integers([at])], { axis: { int: 1 } });
  const bounds = [graph.floats([1], [0]), graph.floats([1], [levels])];
  const known = graph.apply('And', [
    graph.apply('GreaterOrEqual', [code, bounds[0] as string]),
    graph.apply('Less', [code, bounds[1] as string]),
  ]);
  const row = graph.apply('Where', [known, code, bounds[1] as string]);
  const place = graph.apply('Squeeze', [graph.apply('Cast', [row], { to: { int: 7 } }), graph.integers([1])]);
  return graph.apply('Gather', [graph.floats([levels + 1, splits.length], table), place], { axis: { int: 0 } });
}

/** Attributes of a TreeEnsembleRegressor, as parallel arrays over all nodes. */
function nodeArrays({ trees, starts, scale }: Ensemble, columnOf: ReadonlyMap<Tree, ReadonlyMap<number, number>>) {
  const tree: number[] = [];
  const node: number[] = [];
  const feature: number[] = [];
  const mode: string[] = [];
  const cut: number[] = [];
  const yes: number[] = [];
  const no: number[] = [];
  const missing: number[] = [];
  const leaf = { tree: [] as number[], node: [] as number[], output: [] as number[], weight: [] as number[] };
  trees.forEach((one, t) => {
    one.left.forEach((left, n) => {
      const column = columnOf.get(one)?.get(n);
      tree.push(t);
      node.push(n);
      mode.push(left < 0 ? 'LEAF' : 'BRANCH_LEQ');
      feature.push(left < 0 ? 0 : (column ?? (one.feature[n] as number)));
      cut.push(left < 0 ? 0 : column === undefined ? (one.cut[n] as number) : 0.5);
      // A looked-up column says 1 for left, and "up to 0.5" is the true branch: the children change places.
      yes.push(left < 0 ? 0 : column === undefined ? left : left + 1);
      no.push(left < 0 ? 0 : column === undefined ? left + 1 : left);
      missing.push(left >= 0 && column === undefined && ((one.flags[n] as number) & MISSING_LEFT) !== 0 ? 1 : 0);
      if (left >= 0) return;
      leaf.tree.push(t);
      leaf.node.push(n);
      leaf.output.push(t % starts.length);
      leaf.weight.push((one.value[n] as number) * scale);
    });
  });
  return {
    nodes_treeids: { ints: tree },
    nodes_nodeids: { ints: node },
    nodes_featureids: { ints: feature },
    nodes_modes: { texts: mode },
    nodes_values: { floats: cut },
    nodes_truenodeids: { ints: yes },
    nodes_falsenodeids: { ints: no },
    nodes_missing_value_tracks_true: { ints: missing },
    target_treeids: { ints: leaf.tree },
    target_nodeids: { ints: leaf.node },
    target_ids: { ints: leaf.output },
    target_weights: { floats: leaf.weight },
    n_targets: { int: starts.length },
    base_values: { floats: starts },
    post_transform: { text: 'NONE' },
  };
}

/**
 * An ensemble of trees as an ONNX model. Its input `x` has one float32 column per feature in the order of the note
 * `features`: numbers as they are, dates as milliseconds since 1970, categories as the place of their level in the note,
 * missing as NaN. Outputs are `prediction`, or `label` and `probabilities` for classifiers.
 */
export function treesToOnnx(ensemble: Ensemble): Uint8Array {
  const { features, trees, starts } = ensemble;
  const text = features.find(({ kind }) => kind === 'words');
  if (text !== undefined) throw textProblem(text.name);
  const graph = new Graph();
  let x = graph.input('x', features.length);
  if (features.some(({ origin }) => origin !== 0)) {
    x = graph.apply('Sub', [
      x,
      graph.floats(
        [features.length],
        features.map(({ origin }) => origin),
      ),
    ]);
  }
  const columnOf = new Map<Tree, Map<number, number>>();
  const parts = [x];
  let width = features.length;
  splitsByFeature(ensemble).forEach((splits, at) => {
    if (splits.length === 0) return;
    parts.push(lookUp(graph, x, at, features[at] as Feature, splits, trees));
    for (const { tree, node } of splits) {
      const owner = trees[tree] as Tree;
      const columns = columnOf.get(owner) ?? new Map<number, number>();
      columns.set(node, width);
      columnOf.set(owner, columns);
      width += 1;
    }
  });
  const matrix = parts.length === 1 ? x : graph.apply('Concat', parts, { axis: { int: 1 } });
  const scores =
    trees.length === 0
      ? graph.apply('Add', [
          graph.apply('MatMul', [
            x,
            graph.floats([features.length, starts.length], new Float32Array(features.length * starts.length)),
          ]),
          graph.floats([starts.length], starts),
        ])
      : graph.apply('TreeEnsembleRegressor', [matrix], nodeArrays(ensemble, columnOf));
  answers(graph, scores, ensemble.link, starts.length);
  graph.note('features', JSON.stringify(features.map(({ name, kind, levels }) => ({ name, kind, levels }))));
  return graph.finish('trees');
}

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

/** Turns scores (rows x outputs) into the outputs of the model. */
function answers(graph: Graph, scores: string, link: Ensemble['link'], outputs: number): void {
  if (link === 'logit' || link === 'softmax' || link === 'normalise') {
    const chances = probabilities(graph, scores, link, outputs);
    graph.apply('Identity', [chances], {}, 'probabilities');
    graph.apply('ArgMax', [chances], { axis: { int: 1 }, keepdims: { int: 0 } }, 'label');
    graph.output('label', INT64);
    graph.output('probabilities', FLOAT, Math.max(2, outputs));
    return;
  }
  if (link === 'identity') graph.apply('Identity', [scores], {}, 'prediction');
  else if (link === 'log') graph.apply('Exp', [scores], {}, 'prediction');
  else graph.apply('Pow', [graph.floats([1], [2]), graph.apply('Neg', [scores])], {}, 'prediction');
  graph.output('prediction', FLOAT, 1);
}

function probabilities(graph: Graph, scores: string, link: 'logit' | 'softmax' | 'normalise', outputs: number): string {
  if (link === 'softmax') return graph.apply('Softmax', [scores], { axis: { int: 1 } });
  if (outputs === 1) {
    const one = link === 'logit' ? graph.apply('Sigmoid', [scores]) : clipped(graph, scores);
    return graph.apply('Concat', [graph.apply('Sub', [graph.floats([1], [1]), one]), one], { axis: { int: 1 } });
  }
  const parts = clipped(graph, scores);
  return graph.apply('Div', [parts, graph.apply('ReduceSum', [parts, graph.integers([1])], { keepdims: { int: 1 } })]);
}

const clipped = (graph: Graph, scores: string) =>
  graph.apply('Clip', [scores, graph.floats([], [0]), graph.floats([], [1])]);

/** Hashing words needs operators that ONNX does not have. */
function textProblem(column: string): EngineProblem {
  return new EngineProblem(
    'onnx.text',
    `Column "${column}" is text; hashed words cannot be expressed in ONNX. Train without the column to export the model.`,
    { column },
  );
}
