import type { Platform } from '#platform/context.ts';
import { readRowPredictions, readSeriesPredictions } from '../../engine/predictions-file.ts';
import { readBytes } from '../../engine/project-blobs.ts';
import type { ScoredModel } from '../model-parts.ts';
import type { Source } from '../sources.rules.ts';
import type { Outcomes } from './outcomes.ts';

/** The stored predictions of all parts of a source, one after the other. */
export async function readOutcomes(
  platform: Pick<Platform, 'blobs'>,
  { plan, parts }: ScoredModel,
  source: Source,
): Promise<Outcomes> {
  const made: Outcomes[] = [];
  for (const name of source.parts) {
    const part = parts.find((one) => one.part === name);
    if (part === undefined) continue;
    const bytes = await readBytes(platform, part.predictions_key);
    if (plan.kind === 'table') made.push(readRowPredictions(bytes));
    else {
      const { actual, predicted } = readSeriesPredictions(bytes);
      // The weights in the file compare series of different size; here every forecast counts as one.
      made.push({ actual, predicted, weight: actual.map(() => 1), rows: Int32Array.from(actual.keys()) });
    }
  }
  const [only] = made;
  if (only !== undefined && made.length === 1) return only;
  const numbers = (of: (one: Outcomes) => Float64Array) => joined(made.map(of), (length) => new Float64Array(length));
  return {
    actual: numbers(({ actual }) => actual),
    predicted: numbers(({ predicted }) => predicted),
    weight: numbers(({ weight }) => weight),
    rows: joined(
      made.map(({ rows }) => rows),
      (length) => new Int32Array(length),
    ),
  };
}

function joined<List extends Float64Array | Int32Array>(lists: readonly List[], empty: (length: number) => List): List {
  const all = empty(lists.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}
