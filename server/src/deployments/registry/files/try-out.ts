import { buffer } from 'node:stream/consumers';
import {
  averagePredictions,
  type Column,
  openForecaster,
  readModel,
  readProfiles,
  withTransforms,
} from '@almanac/engine';
import type { Platform } from '#platform/context.ts';
import { problem } from '#platform/http/problem.ts';
import type { ModelBundle } from '../../bundle.ts';
import { RegistryProblems } from '../registry.problems.ts';

/** Opens everything a bundle names and asks the model once. */
export async function tryOut({ blobs }: Pick<Platform, 'blobs'>, bundle: ModelBundle): Promise<void> {
  const read = async (key: string) => new Uint8Array(await buffer(await blobs.read(key)));
  readProfiles(await read(bundle.referenceKey));
  const { artifact, target } = bundle;
  const answers =
    artifact.kind === 'forecaster'
      ? Float64Array.from(openForecaster(await read(artifact.key)).forecast(), ({ value }) => value)
      : averagePredictions(
          await Promise.all(
            artifact.keys.map(async (key) => readModel(await read(key)).model.predict(anEmptyRow(bundle))),
          ),
          artifact.weights,
        );
  const width = target.type === 'Multiclass' ? target.classes.length : 1;
  const right = artifact.kind === 'forecaster' ? answers.length > 0 : answers.length === width;
  if (!right || !answers.every((one) => Number.isFinite(one))) {
    throw problem(RegistryProblems.notAPackage, 'its model does not answer');
  }
}

/** A row without any value: every model answers it. */
function anEmptyRow({ columns, transforms }: ModelBundle) {
  const empty = columns.map(({ name, kind }): Column => {
    if (kind === 'text') return { kind, name, values: [null] };
    if (kind === 'categorical') return { kind, name, codes: Int32Array.of(-1), levels: [] };
    return { kind, name, values: Float64Array.of(Number.NaN) };
  });
  return withTransforms({ rows: 1, columns: empty }, transforms);
}
