import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { OnnxExport } from '@almanac/engine';
import { keyedMutex } from '#platform/async/mutex.ts';
import { threadEntry } from '#platform/async/thread-entry.ts';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import type { ByteReply } from '#platform/http/reply.ts';
import type { ModelPackageRow } from '../../deployments.tables.ts';
import type { ModelManifest } from '../../model-manifest.ts';
import { loadModelFiles } from '../../scoring/load-model.ts';
import { getManifestOrThrow, getPackageOrThrow } from '../registry.kind.ts';
import { RegistryProblems } from '../registry.problems.ts';
import { fileReply } from './download.ts';
import type { OnnxOrder } from './onnx-thread.ts';

const ENTRY = threadEntry(import.meta.url, './onnx-thread.ts');
const MOST_WAITING = 5;
/** A large forest takes seconds and a processor: one at a time for each organization. */
const perOrganization = keyedMutex(MOST_WAITING);

/** A version as ONNX, for programs outside this installation. */
export async function downloadOnnx(ctx: Ctx, packageId: string): Promise<ByteReply> {
  const { row } = await getPackageOrThrow(ctx, packageId, 'use');
  const manifest = await getManifestOrThrow(ctx, packageId);
  if (manifest.artifact.kind === 'forecaster') {
    const reason = 'It forecasts time series from features of their history, which ONNX cannot compute.';
    return refuse(RegistryProblems.noOnnx, packageId, reason);
  }
  const { weights } = manifest.artifact;
  const written = await perOrganization(ctx.actor.organizationId, () => writeOnnx(ctx, row, manifest, weights));
  if (written === null) return refuse(RegistryProblems.tooManyOnnx, MOST_WAITING);
  if ('reason' in written) return refuse(RegistryProblems.noOnnx, packageId, written.reason);
  const derived = manifest.transforms.find(({ name }) => written.features.some((feature) => feature.name === name));
  if (derived !== undefined) return refuse(RegistryProblems.noOnnx, packageId, derivedReason(derived));
  return fileReply(row.name, 'onnx', Buffer.from(written.bytes.buffer));
}

const derivedReason = ({ name, parent }: ModelManifest['transforms'][number]): string =>
  `Its feature "${name}" is computed from the column "${parent}" before scoring, which the file would not do. ` +
  'Train on a feature list without such features to export the model.';

async function writeOnnx(
  ctx: Ctx,
  row: ModelPackageRow,
  manifest: ModelManifest,
  weights: readonly number[],
): Promise<OnnxExport> {
  const { files } = await loadModelFiles(ctx, { id: row.id, modelId: row.model_id, manifest });
  const { target, columns } = manifest;
  const order: OnnxOrder = {
    files,
    weights,
    notes: {
      name: row.name,
      target: JSON.stringify(target),
      types: JSON.stringify(Object.fromEntries(columns.map(({ name, kind }) => [name, kind]))),
      ...(target.type === 'Binary' && { predictionThreshold: String(row.prediction_threshold) }),
    },
  };
  const thread = new Worker(ENTRY, { workerData: order });
  try {
    const [reply] = (await once(thread, 'message')) as [OnnxExport];
    return reply;
  } finally {
    await thread.terminate();
  }
}
