import { describe, expect, it } from 'vitest';
import { seededRandom } from '../core/random.ts';
import type { Task } from '../core/run.ts';
import type { Estimator } from '../estimators/estimator.ts';
import { elasticNet } from '../estimators/linear/linear-estimators.ts';
import { nearestNeighbours } from '../estimators/neighbours/nearest-neighbours.ts';
import { defaultParams } from '../estimators/parameters.ts';
import { gbdt } from '../estimators/trees/gbdt.ts';
import { categoricalColumn, numericColumn, textColumn } from '../frame/build-columns.ts';
import { frame } from '../frame/frame.ts';
import { exportOnnx, type OnnxExport, type OnnxMember } from './export-onnx.ts';
import { Message } from './graph.ts';

const x = frame([
  numericColumn(
    'a',
    Float64Array.from({ length: 60 }, (_, i) => i),
  ),
]);
const y = Float64Array.from({ length: 60 }, (_, i) => (i < 30 ? 1 : 4));

describe('protobuf', () => {
  it('writes the examples of the encoding guide', () => {
    expect([...new Message().integer(1, 150).finish()]).toEqual([0x08, 0x96, 0x01]);
    expect([...new Message().text(2, 'testing').finish()]).toEqual([
      0x12, 0x07, 0x74, 0x65, 0x73, 0x74, 0x69, 0x6e, 0x67,
    ]);
    expect([...new Message().integers(6, [3, 270, 86942]).finish()]).toEqual([
      0x32, 0x06, 0x03, 0x8e, 0x02, 0x9e, 0xa7, 0x05,
    ]);
    expect([...new Message().message(3, new Message().integer(1, 150)).finish()]).toEqual([
      0x1a, 0x03, 0x08, 0x96, 0x01,
    ]);
  });

  it('writes negative numbers in ten bytes', () => {
    expect([...new Message().integer(1, -1).finish()]).toEqual([0x08, ...Array<number>(9).fill(0xff), 0x01]);
  });
});

/** The file as text: names of operators, columns and notes stand in it as they are. */
const textOf = (made: OnnxExport): string => new TextDecoder('latin1').decode('bytes' in made ? made.bytes : undefined);

async function fit<P extends object>(estimator: Estimator<P>, data = x, target = y): Promise<OnnxMember> {
  const training = { x: data, y: target, task: estimator.tasks[0] as Task };
  const model = await estimator.fit(training, defaultParams(estimator.params), { random: seededRandom(1) });
  return { name: estimator.name, model, weight: 1 };
}

const words = frame([
  ...x.columns,
  textColumn(
    'note',
    Array.from({ length: 60 }, (_, i) => (i < 30 ? 'cold day' : 'warm night')),
  ),
]);

describe('onnx export', () => {
  it('names the operator, the features and the output of a tree model', async () => {
    const made = exportOnnx([await fit(gbdt)]);
    for (const part of ['TreeEnsembleRegressor', 'ai.onnx.ml', 'prediction', '"name":"a"'])
      expect(textOf(made)).toContain(part);
    expect(made).toMatchObject({ features: [{ name: 'a', kind: 'number', levels: [] }] });
  });

  it('adds the members of a blend by weight, over all their features and levels', async () => {
    const towns = (levels: readonly string[]) =>
      frame([
        ...x.columns,
        categoricalColumn(
          'town',
          Array.from({ length: 60 }, (_, i) => levels[i % levels.length] as string),
        ),
      ]);
    const linear = await fit(elasticNet, towns(['Oslo', 'Lima']));
    const trees = await fit(gbdt, towns(['Pune', 'Oslo', 'Lima']));
    const made = exportOnnx([
      { ...linear, weight: 0.4 },
      { ...trees, weight: 0.6 },
    ]);
    for (const part of ['TreeEnsembleRegressor', 'Mul', 'Sum', 'prediction']) expect(textOf(made)).toContain(part);
    const features = 'features' in made ? made.features : [];
    expect(features.map(({ name }) => name)).toEqual(['a', 'town']);
    expect([...(features[1]?.levels ?? [])].sort()).toEqual(['Lima', 'Oslo', 'Pune']);
  });

  it('says why a model cannot be exported', async () => {
    expect(exportOnnx([await fit(elasticNet, words)])).toEqual({ reason: expect.stringContaining('"note" is text') });
    expect(exportOnnx([await fit(gbdt, words)])).toEqual({ reason: expect.stringContaining('"note" is text') });
    expect(exportOnnx([await fit(gbdt), await fit(nearestNeighbours)])).toEqual({
      reason: expect.stringContaining('"nearest-neighbours" cannot be expressed in ONNX'),
    });
  });
});
