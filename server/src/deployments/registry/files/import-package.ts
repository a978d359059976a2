import { buffer } from 'node:stream/consumers';
import type { z } from 'zod';
import { ownIt, putNewIntoUseCase } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import type { Form } from '#platform/http/form.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { created, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import type { ModelBundle } from '../../bundle.ts';
import { packageStore } from '../package.store.ts';
import { MODEL_VERSION } from '../registered-model.kind.ts';
import { registeredModelStore } from '../registered-model.store.ts';
import { registeredModelFor } from '../registered-model-for.ts';
import { RegistryProblems } from '../registry.problems.ts';
import type { FromPackageFile } from '../registry-body.schema.ts';
import { showPackage } from '../show-packages.ts';
import { contentAt, placesIn } from './archive.ts';
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
  const { plan, target } = manifest.bundle as unknown as ModelBundle;
  const now = ctx.now();
  const id = newId(now);
  const isTimeSeries = plan.kind === 'series';
  const modelKind = { isTimeSeries, isMultiseries: isTimeSeries && plan.panel.idColumns.length > 0 };
  const name = body.name ?? manifest.name;
  const row = await ctx.db.transaction(async (tx) => {
    const parent = await registeredModelFor(ctx, tx, body, { target, usualName: name });
    const version = await registeredModelStore(tx).nextVersion(parent.id, ctx.actor.userId, now);
    const made = await packageStore(tx).insert({
      id,
      organization_id: ctx.actor.organizationId,
      registered_model_id: parent.id,
      version,
      name,
      description: body.description ?? manifest.description,
      model_id: manifest.modelId,
      project_name: manifest.projectName,
      execution_type: 'dedicated',
      model_type: manifest.modelType,
      target: JSON.stringify(target),
      prediction_threshold: manifest.predictionThreshold,
      told: JSON.stringify({ modelKind, originalFileName: file.filename }),
      created_by: ctx.actor.userId,
      created_at: now,
      updated_by: ctx.actor.userId,
      updated_at: now,
    });
    const it = { kind: MODEL_VERSION, id };
    await ownIt(tx, ctx.actor, now, it);
    if (body.useCaseId) await putNewIntoUseCase(tx, ctx.actor, now, body.useCaseId, it);
    const description = `Read ${file.filename}`;
    const jobId = await ctx.jobs.enqueue(tx, importJob, { packageId: id }, { actor: ctx.actor, description });
    await packageStore(tx).change(id, { build_job_id: jobId });
    // Last, so that nothing has to be moved back; whoever runs the job sees it only after the commit.
    await ctx.blobs.move(file.blobKey, uploadOf(id));
    return { ...made, build_job_id: jobId };
  });
  return created(`/api/v2/modelPackages/${id}/`, await showPackage(ctx, row));
}

async function readManifest({ blobs }: Ctx, key: string): Promise<Manifest> {
  const places = await placesIn(blobs, key);
  const place = places?.get(MANIFEST);
  if (places === undefined || place === undefined) return refuse(RegistryProblems.notAPackage, 'it has no manifest');
  if (place.size > LONGEST_MANIFEST) return refuse(RegistryProblems.notAPackage, 'its manifest is too long');
  const text = (await buffer(await contentAt(blobs, key, place))).toString('utf8');
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
