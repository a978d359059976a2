import { createReadStream } from 'node:fs';
import { z } from 'zod';
import { ingestFile, ingestVersion, versionProfile, withScratchFolder } from '#data';
import { findDeployment, findPackage } from '#deployments';
import { withIncoming } from '#platform/blobs/incoming.ts';
import type { JobKind, JobRun, Platform } from '#platform/context.ts';
import { Problem } from '#platform/http/problem.ts';
import { actualsFile } from './actuals-file.ts';
import { type ExportKind, type ExportRow, exportStore } from './export.store.ts';
import { type MakeFile, trainingFile } from './exported-file.ts';
import { predictionsFile } from './predictions-file.ts';

const MAKERS: Readonly<Record<ExportKind, MakeFile>> = {
  predictions: predictionsFile,
  actuals: actualsFile,
  training: trainingFile,
};
const ROUTES: Readonly<Record<ExportKind, string>> = {
  predictions: 'predictionDataExports',
  actuals: 'actualsDataExports',
  training: 'trainingDataExports',
};

/** Makes a dataset of the rows that were asked for; it belongs to the user who asked. */
export const exportJob: JobKind<{ readonly exportId: string }> = {
  name: 'monitoring.export',
  input: z.strictObject({ exportId: z.string() }),
  limits: 'heavy',
  retries: 2,
  async run(platform, { exportId }, run) {
    const store = exportStore(platform.db.queries);
    const row = await store.findForJob(exportId);
    if (row === undefined) return undefined;
    try {
      if (row.status === 'CREATED') {
        const versionId = row.version_id ?? (await createDataset(platform, row, run));
        await ingestVersion(platform, versionId, run);
        // Reading what has failed before, or was deleted, changes nothing and says nothing.
        await versionProfile(platform, versionId);
        await store.change(exportId, { status: 'SUCCEEDED' });
      }
      return { location: `/api/v2/deployments/${row.deployment_id}/${ROUTES[row.kind]}/${exportId}/` };
    } catch (error) {
      const isRefusal = error instanceof Problem && error.status < 500 && !run.signal.aborted;
      if (isRefusal) await store.change(exportId, { status: 'FAILED', error: error.message });
      throw error;
    }
  },
};

/** The file with the rows, as a dataset that is still to be read; its id is kept with it, should this be tried again. */
async function createDataset(platform: Platform, row: ExportRow, run: JobRun): Promise<string> {
  const { blobs, config, db } = platform;
  const [deployment, model] = await Promise.all([
    findDeployment(platform, row.deployment_id),
    findPackage(platform, row.package_id),
  ]);
  if (deployment === undefined || model === undefined) {
    throw new Problem(404, 'monitoring.gone', 'The deployment was deleted before its rows were exported.');
  }
  return withIncoming(platform, async (blobKey) => {
    const { fileName, name } = await withScratchFolder(config, 'ingest', async (folder) => {
      const made = await MAKERS[row.kind](platform, { row, deployment, model, folder, run });
      await blobs.write(blobKey, createReadStream(made.path, { signal: run.signal }));
      return made;
    });
    const ctx = { ...platform, actor: run.actor };
    return db.transaction(async (tx) => {
      const made = await ingestFile(ctx, tx, { blobKey, fileName, name, visible: true });
      const { datasetId: dataset_id, versionId: version_id } = made;
      await exportStore(tx).change(row.id, { dataset_id, version_id, dataset_name: name });
      return version_id;
    });
  });
}
