import type { Ensemble } from '../gbdt/ensemble.ts';
import { FLOAT, type Graph, INT64 } from './graph.ts';

/** Turns scores (rows x outputs) into the outputs of the model. */
export function answers(graph: Graph, scores: string, link: Ensemble['link'], outputs: number): void {
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
