import { type VectorIndex, vectorIndex } from '@almanac/engine';
import type { NearestChunks, Neighbours, Question } from './nearest-chunks.ts';

/** All vectors in memory, every allowed one compared. */
export class ScannedVectors implements NearestChunks {
  readonly #numbers: Float32Array;
  readonly #index: VectorIndex;

  constructor(numbers: Float32Array, dimensions: number) {
    this.#numbers = numbers;
    this.#index = vectorIndex(numbers, dimensions);
  }

  find({ vector, most, allowed, also }: Question): Neighbours {
    const { dimensions } = this.#index;
    const near = most === 0 ? [] : this.#index.search(vector, most, allowed).map(({ row }) => row);
    const at = (chunk: number) => this.#numbers.subarray(chunk * dimensions, (chunk + 1) * dimensions);
    return { near, vectors: new Map([...near, ...also].map((chunk) => [chunk, at(chunk)])) };
  }
}
