import { type ColumnEncoder, widthOf } from '../estimators/encoding/column-encoder.ts';
import type { LinearState } from '../estimators/linear/linear-model.ts';
import type { Feature } from '../estimators/trees/feature.ts';
import { CATEGORICAL, type Ensemble, goesLeft, MISSING_LEFT, type Tree } from '../estimators/trees/tree.ts';
import type { Graph } from './graph.ts';

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

/** Operations that turn the features of an ensemble (rows x features) into its scores (rows x outputs). */
export function treeScores(graph: Graph, input: string, ensemble: Ensemble): string {
  const { features, trees, starts } = ensemble;
  let x = input;
  if (features.some(({ origin }) => origin !== 0)) {
    const origins = features.map(({ origin }) => origin);
    x = graph.apply('Sub', [x, graph.floats([features.length], origins)]);
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
  if (trees.length > 0) return graph.apply('TreeEnsembleRegressor', [matrix], nodeArrays(ensemble, columnOf));
  const nothing = new Float32Array(features.length * starts.length);
  const zeros = graph.apply('MatMul', [x, graph.floats([features.length, starts.length], nothing)]);
  return graph.apply('Add', [zeros, graph.floats([starts.length], starts)]);
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
  if (encoder.kind === 'text') throw new Error(`Column ${encoder.column} is text; exportOnnx refuses it.`);
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

/** Operations that turn the columns of a linear model (rows x columns) into its scores (rows x outputs). */
export function linearScores(graph: Graph, x: string, state: LinearState): string {
  const outputs = state.intercepts.length;
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
  return graph.apply('Sum', [...parts, graph.floats([1, outputs], base)]);
}
