import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BinaryReader, BinaryWriter } from '../core/binary-format.ts';
import type { Fitted } from './estimator.ts';
import { type ModelReaders, readModelFile, readNested, writeModelFile, writeNested } from './model-file.ts';

const item = fc.oneof(
  fc.nat(255).map((value) => ['u8', value] as const),
  fc.nat(0xffffffff).map((value) => ['u32', value] as const),
  fc.double().map((value) => ['f64', value] as const),
  fc.string({ unit: 'binary' }).map((value) => ['text', value] as const),
  fc.uint8Array().map((value) => ['bytes', value] as const),
  fc.uint8Array().map((value) => ['u8s', value] as const),
  fc.int32Array().map((value) => ['i32s', value] as const),
  fc.float32Array().map((value) => ['f32s', value] as const),
  fc.float64Array().map((value) => ['f64s', value] as const),
);
type Item = typeof item extends fc.Arbitrary<infer I> ? I : never;

function put(writer: BinaryWriter, [kind, value]: Item): void {
  (writer[kind] as (value: unknown) => void).call(writer, value);
}

describe('the binary format', () => {
  it('reads back everything it wrote, in order', () => {
    fc.assert(
      fc.property(fc.array(item, { maxLength: 30 }), (items) => {
        const writer = new BinaryWriter(16);
        for (const one of items) put(writer, one);
        const reader = new BinaryReader(writer.finish());
        for (const [kind, value] of items) expect(reader[kind]()).toEqual(value);
        expect(reader.remaining).toBe(0);
      }),
    );
  });

  it('refuses every file that was cut short', () => {
    fc.assert(
      fc.property(fc.array(item, { minLength: 1, maxLength: 5 }), fc.nat(), (items, cut) => {
        const writer = new BinaryWriter();
        for (const one of items) put(writer, one);
        const whole = writer.finish();
        const reader = new BinaryReader(whole.subarray(0, cut % whole.length));
        const readAll = () => items.map(([kind]) => reader[kind]());
        expect(readAll).toThrow(expect.objectContaining({ code: 'format.truncated' }));
      }),
    );
  });
});

/** A model small enough to see through: it answers one number. */
function constant(value: number): Fitted {
  return { predict: (x) => new Float64Array(x.rows).fill(value), write: (to) => to.f64(value) };
}
function pair(left: Fitted, right: Fitted): Fitted {
  return {
    predict: (x) => left.predict(x).map((value, row) => value + (right.predict(x)[row] as number)),
    write(to) {
      writeNested(to, 'constant', left);
      writeNested(to, 'constant', right);
    },
  };
}
const models: ModelReaders = new Map([
  ['constant', (from) => constant(from.f64())],
  ['pair', (from, all) => pair(readNested(from, all).model, readNested(from, all).model)],
]);

describe('a model file', () => {
  const file = writeModelFile('pair', pair(constant(2), constant(40)));

  it('survives the round trip, models inside models included', () => {
    const { name, model } = readModelFile(file, models);
    expect(name).toBe('pair');
    expect(model.predict({ rows: 2, columns: [] })).toEqual(Float64Array.of(42, 42));
    expect(writeModelFile(name, model)).toEqual(file);
  });

  it('notices any damaged byte', () => {
    fc.assert(
      fc.property(fc.nat(file.length - 1), fc.integer({ min: 1, max: 255 }), (at, change) => {
        const damaged = file.slice();
        damaged[at] = (damaged[at] as number) ^ change;
        expect(() => readModelFile(damaged, models)).toThrow(
          expect.objectContaining({ code: expect.stringMatching(/^format\./) }),
        );
      }),
    );
  });

  it('says which model it does not know', () => {
    expect(() => readModelFile(writeModelFile('oracle', constant(1)), models)).toThrow(/"oracle".*constant, pair/);
  });
});
