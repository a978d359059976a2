import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readConfig } from '../../server/src/config/index.ts';
import { openPlatform } from '../../server/src/open-platform.ts';
import type { Platform } from '../../server/src/platform/context.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { removeFolder, startPostgres, temporaryFolder } from '../platform.ts';
import { ADMIN_HEADERS, serverSettings, startServer } from '../processes.ts';
import { putDeployment } from './put-deployment.ts';
import { names, servedModel } from './served-model.ts';

/** A whole server in a process of its own, with the model of 500 trees behind a deployment. */
export async function benchServer(settings: Readonly<Record<string, string>> = {}) {
  const folder = await temporaryFolder();
  const postgres = await startPostgres(folder);
  const env = { ...serverSettings(folder), ALMANAC_DATABASE_URL: postgres.url, ...settings };
  const almanac = await startServer(env);
  const log = createLogger('warn', 'bench');
  const opened = await openPlatform(readConfig(env), { databaseUrl: postgres.url, role: 'command', log });
  const model = await servedModel();
  const modelPath = join(folder, 'bench.model');
  await writeFile(modelPath, model);
  const deploymentId = await deployed(opened.platform, model);
  const blendId = await deployed(opened.platform, model, 3);
  await opened.close();
  return {
    url: almanac.url,
    pid: almanac.pid,
    headers: ADMIN_HEADERS,
    predictions: `${almanac.url}/predApi/v1.0/deployments/${deploymentId}/predictions`,
    /** Of a mean of three such models. */
    blendPredictions: `${almanac.url}/predApi/v1.0/deployments/${blendId}/predictions`,
    deploymentId,
    /** The model's file, for peers that call the engine directly. */
    modelPath,
    async stop(): Promise<void> {
      await almanac.stop();
      await postgres.stop();
      await removeFolder(folder);
    },
  };
}

/** Written as the stores write it: training 500 trees over the API would take longer than the measurement. */
async function deployed(platform: Platform, model: Uint8Array, members = 1): Promise<string> {
  const packageId = newId();
  const keys = Array.from({ length: members }, (_, member) => `model-packages/${packageId}/model-${member}`);
  for (const key of keys) await platform.blobs.write(key, Readable.from([Buffer.from(model)], { objectMode: false }));
  return putDeployment(platform, packageId, keys, names);
}
