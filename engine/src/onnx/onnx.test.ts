import { describe, expect, it } from 'vitest';
import { seeded } from '../core/random.ts';
import { elasticNet } from '../estimators/linear/linear-estimators.ts';
import type { LinearModel } from '../estimators/linear/linear-model.ts';
import { defaultParams } from '../estimators/parameters.ts';
import type { EnsembleModel } from '../estimators/trees/ensemble-model.ts';
import { gbdt } from '../estimators/trees/gbdt.ts';
import { numericColumn, textColumn } from '../frame/build-columns.ts';
import { frame } from '../frame/frame.ts';
import { linearToOnnx, treesToOnnx } from './export-trees.ts';
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

describe('onnx export', () => {
  it('names the operator, the features and the output of a tree model', async () => {
    const model = (await gbdt.fit({ x, y, task: 'regression' }, defaultParams(gbdt.params), {
      random: seeded(1),
    })) as EnsembleModel;
    const text = new TextDecoder('latin1').decode(treesToOnnx(model.ensemble));
    for (const part of ['TreeEnsembleRegressor', 'ai.onnx.ml', 'prediction', '"name":"a"'])
      expect(text).toContain(part);
  });

  it('refuses what ONNX cannot say, naming the column', async () => {
    const words = frame([
      ...x.columns,
      textColumn(
        'note',
        Array.from({ length: 60 }, (_, i) => (i < 30 ? 'cold day' : 'warm night')),
      ),
    ]);
    const model = (await elasticNet.fit({ x: words, y, task: 'regression' }, defaultParams(elasticNet.params), {
      random: seeded(1),
    })) as LinearModel;
    expect(() => linearToOnnx(model.state)).toThrow(expect.objectContaining({ code: 'onnx.text', column: 'note' }));
  });
});
