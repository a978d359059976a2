import { buffer } from 'node:stream/consumers';
import * as engine from '@almanac/engine';
import { z } from 'zod';
import type { JobKind, Platform } from '#platform/context.ts';
import { Problem, problem } from '#platform/http/problem.ts';
import { type ModelManifest, packageBlobs } from '../../model-manifest.ts';
import { packageStore } from '../package.store.ts';
import { RegistryProblems } from '../registry.problems.ts';
import { listEntries, readEntry } from './archive.ts';
import { bundleIn, filesOf, MANIFEST } from './manifest.rules.ts';
import { Manifest } from './manifest.schema.ts';

const RETRIES = 2;
export const uploadOf = (packageId: string): string => `${packageBlobs(packageId)}uploaded`;

/** Takes a package file apart and tries the model out, so that what was damaged or made up never answers anybody. */
export const importJob: JobKind<{ packageId: string }> = {
  name: 'deployments.import-package',
  input: z.strictObject({ packageId: z.string() }),
  limits: 'heavy',
  retries: RETRIES,
  async run(platform, { packageId }, run) {
    const done = { location: `/api/v2/modelPackages/${packageId}/` };
    const packages = packageStore(platform.db.queries);
    const row = await packages.anyById(packageId);
    if (row?.build_status !== 'inProgress') {
      // Killed after the version was complete: the file it came in is still there.
      await platform.blobs.delete(uploadOf(packageId));
      return done;
    }
    try {
      const bundle = await unpack(platform, packageId);
      await verifyModel(platform, bundle);
      await packages.built(packageId, bundle, platform.now());
      await platform.blobs.delete(uploadOf(packageId));
      return done;
    } catch (error) {
      const why = run.signal.aborted ? undefined : refusalOf(error, run.attempt > RETRIES);
      if (why === undefined) throw error;
      for await (const key of platform.blobs.list(packageBlobs(packageId))) await platform.blobs.delete(key);
      await packages.failed(packageId, why.message, platform.now());
      throw why;
    }
  },
};

async function unpack({ blobs }: Platform, packageId: string) {
  const upload = uploadOf(packageId);
  const places = await listEntries(blobs, upload);
  const first = places?.get(MANIFEST);
  if (places === undefined || first === undefined) throw problem(RegistryProblems.notAPackage, 'it is damaged');
  const manifest = Manifest.parse(JSON.parse((await buffer(await readEntry(blobs, upload, first))).toString('utf8')));
  for (const file of filesOf(manifest.bundle as Parameters<typeof filesOf>[0])) {
    const place = places.get(file);
    if (place === undefined) throw problem(RegistryProblems.notAPackage, `the file ${file} is missing`);
    await blobs.write(`${packageBlobs(packageId)}${file}`, await readEntry(blobs, upload, place));
  }
  return bundleIn(packageBlobs(packageId), manifest);
}

/** Whatever a model does that was not made by this program is the file's fault. */
function refusalOf(error: unknown, last: boolean): Problem | undefined {
  if (error instanceof Problem && error.status < 500) return error;
  if (error instanceof engine.EngineProblem) return problem(RegistryProblems.notAPackage, error.message);
  if (error instanceof RangeError || error instanceof TypeError || last) {
    return problem(RegistryProblems.notAPackage, 'its model cannot be opened');
  }
  return undefined;
}

/** Opens everything a bundle names and asks the model once. */
async function verifyModel({ blobs }: Pick<Platform, 'blobs'>, bundle: ModelManifest): Promise<void> {
  const read = async (key: string) => new Uint8Array(await buffer(await blobs.read(key)));
  engine.readProfiles(await read(bundle.referenceKey));
  const { artifact, target } = bundle;
  const answers =
    artifact.kind === 'forecaster'
      ? Float64Array.from(engine.openForecaster(await read(artifact.key)).forecast(), ({ value }) => value)
      : engine.averagePredictions(
          await Promise.all(
            artifact.keys.map(async (key) => engine.readModel(await read(key)).model.predict(emptyRow(bundle))),
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
function emptyRow({ columns, transforms }: ModelManifest) {
  const empty = columns.map(({ name, kind }): engine.Column => {
    if (kind === 'text') return { kind, name, values: [null] };
    if (kind === 'categorical') return { kind, name, codes: Int32Array.of(-1), levels: [] };
    return { kind, name, values: Float64Array.of(Number.NaN) };
  });
  return engine.withTransforms({ rows: 1, columns: empty }, transforms);
}
