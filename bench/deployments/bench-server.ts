import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { readConfig } from '../../server/src/config/index.ts';
import { openPlatform } from '../../server/src/open-platform.ts';
import type { Platform } from '../../server/src/platform/context.ts';
import { newId } from '../../server/src/platform/ids.ts';
import { createLogger } from '../../server/src/platform/log/logger.ts';
import { start } from '../../server/src/platform/postgres/postgres.ts';
import { serverProgram } from '../server-program.ts';
import { putDeployment } from './put-deployment.ts';
import { names, servedModel } from './served-model.ts';

const KEY = 'bench-key-0123456789abcdef0123456789abcdef';

export interface BenchServer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly deploymentId: string;
  readonly pid: number | undefined;
  /** The model's file, for peers that call the engine directly. */
  readonly modelPath: string;
  stop(): Promise<void>;
}

/** A whole server in a process of its own, with the model of 500 trees behind a deployment. */
export async function benchServer(
  node: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): Promise<BenchServer> {
  const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
  const postgres = await start(folder, { info: () => undefined, error: console.error });
  const env = {
    ALMANAC_DATABASE_URL: postgres.url,
    ALMANAC_DATA_DIR: folder,
    ALMANAC_PORT: '0',
    ALMANAC_WORKERS: '0',
    ALMANAC_LOG_LEVEL: 'warn',
    ALMANAC_ADMIN_USERNAME: 'bench',
    ALMANAC_ADMIN_PASSWORD: 'bench password long',
    ALMANAC_ADMIN_API_KEY: KEY,
    ...settings,
  };
  const program = serverProgram();
  const almanac = spawn(process.execPath, [...node, program, 'serve'], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await addressIn(almanac.stdout, /API\s+(http:\S+)\/api\/v2\//);
  const config = readConfig(env);
  const opened = await openPlatform(config, {
    databaseUrl: postgres.url,
    role: 'command',
    log: createLogger('warn', 'bench'),
  });
  const model = await servedModel();
  const modelPath = join(folder, 'bench.model');
  await writeFile(modelPath, model);
  const deploymentId = await deployed(opened.platform, model);
  await opened.close();
  return {
    url,
    headers: { authorization: `Bearer ${KEY}` },
    deploymentId,
    pid: almanac.pid,
    modelPath,
    async stop() {
      almanac.kill('SIGINT');
      await once(almanac, 'exit');
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Written as the stores write it: training 500 trees over the API would take longer than the measurement. */
async function deployed(platform: Platform, model: Uint8Array): Promise<string> {
  const packageId = newId();
  const key = `model-packages/${packageId}/model-0`;
  await platform.blobs.write(key, Readable.from([Buffer.from(model)], { objectMode: false }));
  return putDeployment(platform, packageId, key, names);
}

/** Reads on after the address was found: a program whose output nobody reads any more cannot print its farewell. */
export function addressIn(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    stream.on('data', (chunk) => {
      said += String(chunk);
      const found = pattern.exec(said)?.[1];
      if (found) resolve(found);
    });
    stream.once('end', () => reject(new Error(`The server said no address: ${said}`)));
  });
}
