import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import type { Form } from '#platform/http/form.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import type { ModelManifest } from '../../model-manifest.ts';
import { showPackage } from '../packages.ts';
import { enqueueBuild, insertVersion } from '../register-version.ts';
import { RegistryProblems } from '../registry.problems.ts';
import type { FromPackageFile } from '../registry.schema.ts';
import { listEntries, readEntry } from './archive.ts';
import { importJob, uploadOf } from './import.job.ts';
import { contradiction, MANIFEST } from './manifest.rules.ts';
import { Manifest } from './manifest.schema.ts';

/** Wide tables have long manifests; nothing that is read into memory is longer. */
const LONGEST_MANIFEST = 64 * 2 ** 20;

/** A version from the file of another one, of this installation or another. */
export async function importPackage(ctx: Ctx, form: Form, body: z.output<typeof FromPackageFile>): Promise<Reply> {
  const [file] = form.files;
  if (file === undefined) throw invalidFields({ file: 'Send the package file in a multipart form' });
  const manifest = await readManifest(ctx, file.blobKey);
  const { plan, target } = manifest.bundle as unknown as ModelManifest;
  const isTimeSeries = plan.kind === 'series';
  const modelKind = { isTimeSeries, isMultiseries: isTimeSeries && plan.panel.idColumns.length > 0 };
  const row = await ctx.db.transaction(async (tx) => {
    const inserted = await insertVersion(ctx, tx, body, {
      target,
      defaultModelName: body.name ?? manifest.name,
      defaultName: manifest.name,
      defaultDescription: manifest.description,
      model_id: manifest.modelId,
      project_name: manifest.projectName,
      execution_type: 'dedicated',
      model_type: manifest.modelType,
      prediction_threshold: manifest.predictionThreshold,
      told: JSON.stringify({ modelKind, originalFileName: file.filename }),
    });
    const queued = await enqueueBuild(ctx, tx, inserted, importJob, `Read ${file.filename}`);
    // Last, so that nothing has to be moved back; the job starts only after the commit.
    await ctx.blobs.move(file.blobKey, uploadOf(queued.id));
    return queued;
  });
  return created(`/api/v2/modelPackages/${row.id}/`, await showPackage(ctx, row));
}

async function readManifest({ blobs }: Ctx, key: string): Promise<Manifest> {
  const places = await listEntries(blobs, key);
  const place = places?.get(MANIFEST);
  if (places === undefined || place === undefined) return refuse(RegistryProblems.notAPackage, 'it has no manifest');
  if (place.size > LONGEST_MANIFEST) return refuse(RegistryProblems.notAPackage, 'its manifest is too long');
  const text = (await buffer(await readEntry(blobs, key, place))).toString('utf8');
  const parsed = Manifest.safeParse(jsonOf(text));
  if (!parsed.success) {
    const where = parsed.error.issues[0]?.path.join('.') ?? '';
    return refuse(RegistryProblems.notAPackage, `its manifest is wrong at ${where === '' ? 'its beginning' : where}`);
  }
  const wrong = contradiction(parsed.data, new Set(places.keys()));
  return wrong === undefined ? parsed.data : refuse(RegistryProblems.notAPackage, wrong);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
