import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort, isUp, pythonWith } from '../processes.ts';
import type { Target } from './load.ts';

export const LITELLM = '1.106.2';
/** It does not start without one; both gateways know who calls. */
const KEY = `sk-${randomBytes(32).toString('hex')}`;

export interface Proxy {
  readonly target: Target;
  readonly process: ChildProcess;
}

/** The proxy of LiteLLM with one worker and nothing switched on, in front of the same upstream; null without Python. */
export async function startLitellm(upstream: string, models: readonly string[], folder: string): Promise<Proxy | null> {
  let program: string;
  try {
    program = join(dirname(pythonWith('bench/litellm', [`litellm[proxy]==${LITELLM}`])), 'litellm');
  } catch (error) {
    console.warn(`LiteLLM could not be installed: ${error}`);
    return null;
  }
  const config = join(folder, 'litellm.yaml');
  const list = models.map((model) => ({
    model_name: `fake/${model}`,
    litellm_params: { model: `openai/${model}`, api_base: upstream, api_key: 'none' },
  }));
  await writeFile(
    config,
    JSON.stringify({ model_list: list, litellm_settings: { telemetry: false }, general_settings: { master_key: KEY } }),
  );
  const port = await freePort();
  const proxy = spawn(program, ['--config', config, '--host', '127.0.0.1', '--port', String(port)], {
    env: { ...process.env, LITELLM_LOCAL_MODEL_COST_MAP: 'True', LITELLM_LOG: 'ERROR' },
    stdio: 'ignore',
  });
  const base = `http://127.0.0.1:${port}`;
  for (let tries = 0; tries < 1500; tries++) {
    if (await isUp(`${base}/health/liveliness`))
      return {
        process: proxy,
        target: { name: 'litellm', url: `${base}/chat/completions`, key: KEY, prefix: 'fake/' },
      };
    await pause(200);
  }
  proxy.kill();
  console.warn('LiteLLM did not start in time');
  return null;
}
