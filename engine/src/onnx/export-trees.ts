import type { Ensemble } from '../gbdt/ensemble.ts';
import type { Feature } from '../gbdt/feature.ts';
import { CATEGORICAL, goesLeft, MISSING_LEFT, type Tree } from '../gbdt/tree.ts';
import { answers } from './answers.ts';
import { Graph } from './graph.ts';
import { textProblem } from './text-problem.ts';

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
