/**
 * What a quota costs predictions: one-row JSON requests over 32 kept connections with a quota on the deployment (default
 * rules, a thousand policies, a capacity) and without one, in turns. The time the server spends on a core for a request
 * says more than the rate on a machine that works for others too; both are kept.
 */
import { loadavg } from 'node:os';
import { apiClient } from '../client.ts';
import { median, round } from '../measure.ts';
import { cpuMs } from '../processes.ts';
import { record } from '../record.ts';
import { benchServer } from './bench-server.ts';
import { requestedRows } from './served-model.ts';
import { shoot } from './shoot.ts';

const ROUNDS = 8;
const SECONDS = Number(process.argv[2] ?? 3);
const server = await benchServer();
const { json } = apiClient(server.url, server.headers);
const request = { url: server.predictions, body: JSON.stringify(requestedRows(1)), headers: server.headers };

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

interface Seen {
  readonly perSecond: number;
  readonly cpuUs: number;
}

async function shot(seconds: number): Promise<Seen> {
  const before = cpuMs(server.pid);
  const { perSecond } = await shoot(request, seconds);
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
  for (let n = 0; n < ROUNDS; n++) {
    without.push(await shot(SECONDS));
    const { id } = await json('POST', 'quotas/', quota);
    under.push(await shot(SECONDS));
    await json('DELETE', `quotas/${id}/`);
  }
  const of = (seen: readonly Seen[], what: keyof Seen) => median(seen.map((one) => one[what]));
  const share = (what: keyof Seen) => `${((of(under, what) / of(without, what) - 1) * 100).toFixed(1)} %`;
  record('quota-overhead', {
    'predictions a second without a quota': Math.round(of(without, 'perSecond')),
    'predictions a second under a quota': Math.round(of(under, 'perSecond')),
    'change of the rate (> -3 %)': share('perSecond'),
    'core time a prediction without, us': round(of(without, 'cpuUs'), 1),
    'core time a prediction under a quota, us': round(of(under, 'cpuUs'), 1),
    'change of the core time (< 3 %)': share('cpuUs'),
    'load of the machine': loadavg().map((load) => round(load, 1)),
  });
} finally {
  await server.stop();
}
