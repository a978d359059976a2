/**
 * What a quota costs predictions: one-row JSON requests over 32 kept connections with a quota on the deployment (default
 * rules, a thousand policies, a capacity) and without one, in turns. The time the server spends on a core for a request
 * says more than the rate on a machine that works for others too; both are kept.
 */
import { execFile } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cpuMs } from '../genai/cpu.ts';
import { record } from '../record.ts';
import { median } from '../server/measure.ts';
import { benchServer } from './bench-server.ts';
import { requestedRows } from './served-model.ts';

const ROUNDS = 8;
const SECONDS = Number(process.argv[2] ?? 3);
const run = promisify(execFile);
const server = await benchServer();
const body = JSON.stringify([requestedRows(1)[0] ?? {}]);
const url = `${server.url}/predApi/v1.0/deployments/${server.deploymentId}/predictions`;

const rules = [
  { rule: 'requests', limit: 1_000_000_000, window: 'min' },
  { rule: 'requests', limit: 1_000_000_000_000, window: 'day' },
  { rule: 'concurrentRequests', limit: 10_000 },
];
const policies = Array.from({ length: 1000 }, (_, at) => ({
  consumerType: 'user',
  consumerId: at.toString(16).padStart(24, '0'),
  rules,
  reserved: 0.0005,
}));

async function ask(method: string, path: string, sent?: object): Promise<{ id: string }> {
  const headers = { ...server.headers, 'content-type': 'application/json' };
  const reply = await fetch(`${server.url}/api/v2/${path}`, {
    method,
    headers,
    ...(sent === undefined ? {} : { body: JSON.stringify(sent) }),
  });
  if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`);
  return reply.status === 204 ? { id: '' } : ((await reply.json()) as { id: string });
}

interface Seen {
  readonly perSecond: number;
  readonly cpuUs: number;
}

async function shot(seconds: number): Promise<Seen> {
  const before = cpuMs(server.pid);
  const { stdout } = await run(process.execPath, [
    join(import.meta.dirname, 'shoot.ts'),
    url,
    body,
    JSON.stringify(server.headers),
    String(seconds),
  ]);
  const { perSecond } = JSON.parse(stdout) as { perSecond: number };
  return { perSecond, cpuUs: ((cpuMs(server.pid) - before) * 1000) / (perSecond * seconds) };
}

const quota = {
  resourceType: 'deployment',
  resourceId: server.deploymentId,
  defaultRules: rules,
  policies,
  capacity: { capacity: 1_000_000_000, units: 'requests' },
  saturationThreshold: 0.5,
};

try {
  await shot(3);
  const without: Seen[] = [];
  const under: Seen[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    without.push(await shot(SECONDS));
    const { id } = await ask('POST', 'quotas/', quota);
    under.push(await shot(SECONDS));
    await ask('DELETE', `quotas/${id}/`);
  }
  const of = (seen: readonly Seen[], what: keyof Seen) => median(seen.map((one) => one[what]));
  const share = (what: keyof Seen) => `${((of(under, what) / of(without, what) - 1) * 100).toFixed(1)} %`;
  record('quota-overhead', {
    'predictions a second without a quota': Math.round(of(without, 'perSecond')),
    'predictions a second under a quota': Math.round(of(under, 'perSecond')),
    'change of the rate (> -3 %)': share('perSecond'),
    'core time a prediction without, us': Math.round(of(without, 'cpuUs') * 10) / 10,
    'core time a prediction under a quota, us': Math.round(of(under, 'cpuUs') * 10) / 10,
    'change of the core time (< 3 %)': share('cpuUs'),
    'load of the machine': loadavg().map((load) => Math.round(load * 10) / 10),
  });
} finally {
  await server.stop();
}
