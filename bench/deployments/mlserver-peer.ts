import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { CACHE, isUp, pythonVersion, pythonWith } from '../processes.ts';
import { names } from './served-model.ts';

const home = join(CACHE, 'bench-mlserver');
const PORT = 18972;

export interface MlserverPeer {
  readonly url: string;
  readonly version: string;
  body(row: Readonly<Record<string, number>>): string;
  stop(): void;
}

/** MLServer with the same LightGBM model in one process (its workers do not start on every Python); null where it does not run. */
export async function mlserverPeer(modelPath: string): Promise<MlserverPeer | null> {
  let version: string;
  try {
    version = pythonVersion(pythonWith('bench-mlserver', ['mlserver', 'mlserver-lightgbm']), 'mlserver');
  } catch (error) {
    console.warn(`MLServer is not measured: ${error}`);
    return null;
  }
  const folder = join(home, 'served');
  mkdirSync(folder, { recursive: true });
  const settings = { http_port: PORT, grpc_port: PORT + 1, metrics_port: PORT + 2, parallel_workers: 0, debug: false };
  writeFileSync(join(folder, 'settings.json'), JSON.stringify(settings));
  const model = { name: 'bench', implementation: 'mlserver_lightgbm.LightGBMModel', parameters: { uri: modelPath } };
  writeFileSync(join(folder, 'model-settings.json'), JSON.stringify(model));
  const server = spawn(join(home, 'bin', 'mlserver'), ['start', folder], { stdio: 'ignore', detached: true });
  const stop = () => {
    if (server.pid !== undefined && server.exitCode === null) process.kill(-server.pid);
  };
  for (let tries = 0; tries < 300 && server.exitCode === null; tries++) {
    const model = `http://127.0.0.1:${PORT}/v2/models/bench`;
    if (await isUp(`${model}/ready`)) return { url: `${model}/infer`, version, body: bodyOf, stop };
    await pause(200);
  }
  stop();
  console.warn('MLServer is not measured: it did not start.');
  return null;
}

function bodyOf(row: Readonly<Record<string, number>>): string {
  const data = names.map((name) => row[name]);
  return JSON.stringify({ inputs: [{ name: 'x', shape: [1, data.length], datatype: 'FP64', data }] });
}
