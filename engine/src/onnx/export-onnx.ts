import type { Fitted } from '../estimators/estimator.ts';
import type { LinearModel, LinearState } from '../estimators/linear/linear-model.ts';
import { EnsembleModel } from '../estimators/trees/ensemble-model.ts';
import type { Ensemble } from '../estimators/trees/tree.ts';
import { FLOAT, Graph, INT64 } from './graph.ts';
import { linearScores, treeScores } from './scores.ts';

/** A model of the catalogue, or one member of a weighted mean of several. */
export interface OnnxMember {
  /** Name of its estimator. */
  readonly name: string;
  readonly model: Fitted;
  readonly weight: number;
}

/** A column of the input `x` of an exported model. */
export interface OnnxFeature {
  readonly name: string;
  readonly kind: 'number' | 'category';
  /** Categories: a level is given by its place in this list. */
  readonly levels: readonly string[];
}

export type OnnxExport =
  | { readonly bytes: Uint8Array; readonly features: readonly OnnxFeature[] }
  /** Why the model cannot be expressed in ONNX, as a sentence for the user. */
  | { readonly reason: string };

/**
 * A model as an ONNX file (Open Neural Network Exchange, onnx.ai): a standard format that other programs can run. Linear
 * models, ensembles of trees and weighted means of those can be exported; nearest neighbours, baselines, columns of text
 * and forecasters cannot, and the reply says why.
 *
 * The input `x` is float32, one column a feature: numbers as they are, dates as milliseconds since 1970, categories as
 * the place of their level, missing as NaN, -1 for a level never seen. The note `features` in the file says the same.
 * Outputs are `prediction`, or `label` and `probabilities` for classifiers. Answers agree with `predict` to the
 * precision of float32. `notes` are further entries of the file's metadata.
 */
export function exportOnnx(members: readonly OnnxMember[], notes: Readonly<Record<string, string>> = {}): OnnxExport {
  const parts: Part[] = [];
  for (const member of members) {
    const part = partOf(member);
    if ('reason' in part) return part;
    parts.push(part);
  }
  const features = unionOf(parts);
  const graph = new Graph();
  const x = graph.input('x', features.length);
  const responses = parts.map((part) => respond(graph, part.scores(graph, columnsFor(graph, x, features, part)), part));
  if (responses.some(({ kind }) => kind !== responses[0]?.kind)) {
    return { reason: 'Its members answer different kinds of questions, so their mean has no meaning outside.' };
  }
  output(graph, weightedMean(graph, responses, members), parts[0] as Part);
  for (const [key, text] of Object.entries({ ...notes, features: JSON.stringify(features) })) graph.note(key, text);
  return { bytes: graph.finish(parts.length > 1 ? 'blend' : (parts[0] as Part).kind), features };
}

/** One model as the exporter sees it. */
interface Part {
  readonly kind: 'trees' | 'linear';
  readonly features: readonly OnnxFeature[];
  readonly link: Ensemble['link'];
  readonly outputs: number;
  scores(graph: Graph, x: string): string;
}

function partOf({ name, model }: OnnxMember): Part | { readonly reason: string } {
  if (model instanceof EnsembleModel) return treePart(model.ensemble);
  if (isLinear(model)) return linearPart(model.state);
  return {
    reason: `A model of "${name}" cannot be expressed in ONNX. Linear models, trees and weighted means of those can.`,
  };
}

const isLinear = (model: Fitted): model is LinearModel => 'state' in model && 'coefficients' in model;

const textReason = (column: string) => ({
  reason: `Column "${column}" is text; hashed words cannot be expressed in ONNX. Train without the column to export the model.`,
});

function treePart(ensemble: Ensemble): Part | { readonly reason: string } {
  const text = ensemble.features.find(({ kind }) => kind === 'words');
  if (text !== undefined) return textReason(text.name);
  const features = ensemble.features.map(({ name, kind, levels }) => ({
    name,
    kind: kind === 'category' ? ('category' as const) : ('number' as const),
    levels,
  }));
  const scores = (graph: Graph, x: string) => treeScores(graph, x, ensemble);
  return { kind: 'trees', features, link: ensemble.link, outputs: ensemble.starts.length, scores };
}

function linearPart(state: LinearState): Part | { readonly reason: string } {
  const features: OnnxFeature[] = [];
  for (const encoder of state.encoders) {
    if (encoder.kind === 'text') return textReason(encoder.column);
    const levels = encoder.kind === 'category' ? encoder.levels : [];
    features.push({ name: encoder.column, kind: encoder.kind, levels });
  }
  const scores = (graph: Graph, x: string) => linearScores(graph, x, state);
  return { kind: 'linear', features, link: state.link, outputs: state.intercepts.length, scores };
}

/** Every feature of any member once, with all levels that any of them knows. */
function unionOf(parts: readonly Part[]): OnnxFeature[] {
  const union = new Map<string, OnnxFeature>();
  for (const feature of parts.flatMap(({ features }) => features)) {
    const known = union.get(feature.name);
    const levels = known === undefined ? feature.levels : [...new Set([...known.levels, ...feature.levels])];
    union.set(feature.name, { ...feature, levels });
  }
  return [...union.values()];
}

/** The columns a member reads, in its order and with its own numbers for levels. */
function columnsFor(graph: Graph, x: string, union: readonly OnnxFeature[], { features }: Part): string {
  const same =
    features.length === union.length &&
    features.every(({ name, levels }, at) => name === union[at]?.name && levels.length === union[at]?.levels.length);
  if (same) return x;
  const columns = features.map((feature) => {
    const at = union.findIndex(({ name }) => name === feature.name);
    const column = graph.apply('Gather', [x, graph.integers([at])], { axis: { int: 1 } });
    return feature.kind === 'category' ? recode(graph, column, union[at] as OnnxFeature, feature) : column;
  });
  return columns.length === 1 ? (columns[0] as string) : graph.apply('Concat', columns, { axis: { int: 1 } });
}

/** Numbers of the union's levels as numbers of a member's levels; -1 where it does not know the level. */
function recode(graph: Graph, code: string, { levels }: OnnxFeature, own: OnnxFeature): string {
  const count = levels.length;
  const table = [...levels.map((level) => own.levels.indexOf(level)), -1];
  const [low, high] = [graph.floats([1], [0]), graph.floats([1], [count])];
  const known = graph.apply('And', [graph.apply('GreaterOrEqual', [code, low]), graph.apply('Less', [code, high])]);
  const row = graph.apply('Cast', [graph.apply('Where', [known, code, high])], { to: { int: INT64 } });
  const place = graph.apply('Squeeze', [row, graph.integers([1])]);
  const mapped = graph.apply('Gather', [graph.floats([count + 1, 1], table), place], { axis: { int: 0 } });
  return graph.apply('Where', [graph.apply('IsNaN', [code]), code, mapped]);
}

interface Response {
  readonly kind: 'prediction' | 'probabilities';
  readonly values: string;
}

/** Scores (rows x outputs) after the link: predictions, or the probability of every class. */
function respond(graph: Graph, scores: string, { link, outputs }: Part): Response {
  if (link === 'logit' || link === 'softmax' || link === 'normalise') {
    return { kind: 'probabilities', values: probabilities(graph, scores, link, outputs) };
  }
  if (link === 'identity') return { kind: 'prediction', values: scores };
  if (link === 'log') return { kind: 'prediction', values: graph.apply('Exp', [scores]) };
  return { kind: 'prediction', values: graph.apply('Pow', [graph.floats([1], [2]), graph.apply('Neg', [scores])]) };
}

function probabilities(graph: Graph, scores: string, link: 'logit' | 'softmax' | 'normalise', outputs: number): string {
  if (link === 'softmax') return graph.apply('Softmax', [scores], { axis: { int: 1 } });
  if (outputs === 1) {
    const one = link === 'logit' ? graph.apply('Sigmoid', [scores]) : clip(graph, scores);
    return graph.apply('Concat', [graph.apply('Sub', [graph.floats([1], [1]), one]), one], { axis: { int: 1 } });
  }
  const parts = clip(graph, scores);
  return graph.apply('Div', [parts, graph.apply('ReduceSum', [parts, graph.integers([1])], { keepdims: { int: 1 } })]);
}

const clip = (graph: Graph, scores: string) =>
  graph.apply('Clip', [scores, graph.floats([], [0]), graph.floats([], [1])]);

function weightedMean(graph: Graph, responses: readonly Response[], members: readonly OnnxMember[]): Response {
  const [first] = responses as [Response];
  if (responses.length === 1) return first;
  const weighted = responses.map(({ values }, m) =>
    graph.apply('Mul', [values, graph.floats([1], [members[m]?.weight ?? 0])]),
  );
  return { kind: first.kind, values: graph.apply('Sum', weighted) };
}

function output(graph: Graph, { kind, values }: Response, { outputs }: Part): void {
  graph.apply('Identity', [values], {}, kind);
  if (kind === 'prediction') {
    graph.output('prediction', FLOAT, 1);
    return;
  }
  graph.apply('ArgMax', [values], { axis: { int: 1 }, keepdims: { int: 0 } }, 'label');
  graph.output('label', INT64);
  graph.output('probabilities', FLOAT, Math.max(2, outputs));
}
