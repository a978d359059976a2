/**
 * What a quota costs predictions: one-row JSON requests over 32 kept connections with a quota on the deployment (default
 * rules, a thousand policies, a capacity) and without one, in turns. The time the server spends on a core for a request
 * says more than the rate on a machine that works for others too; both are kept.
 */
import { apiClient } from '../client.ts';
import { benchServer } from '../deployments/bench-server.ts';
import { requestedRows } from '../deployments/served-model.ts';
import { shoot } from '../deployments/shoot.ts';
import { median, round } from '../measure.ts';
import { cpuMs } from '../processes.ts';
import { record } from '../record.ts';

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
  const change = (what: keyof Seen) => round((of(under, what) / of(without, what) - 1) * 100, 1);
  const seen = {
    perSecond: Math.round(of(under, 'perSecond')),
    perSecondWithout: Math.round(of(without, 'perSecond')),
    changeOfRate: change('perSecond'),
    coreUs: round(of(under, 'cpuUs'), 1),
    coreUsWithout: round(of(without, 'cpuUs'), 1),
    changeOfCore: change('cpuUs'),
  };
  const baseline = (value: number) => ({ name: 'the same without a quota', version: null, value });
  record({
    title: 'What a quota with 1,000 policies adds to a one-row prediction',
    work: { policies: policies.length, rounds: ROUNDS, seconds: SECONDS },
    figures: [
      {
        id: 'rate',
        what: 'Predictions a second under a quota',
        value: seen.perSecond,
        unit: 'predictions/s',
        peer: baseline(seen.perSecondWithout),
      },
      { id: 'rate-change', what: 'Change of the rate', value: seen.changeOfRate, unit: '%', must: '> -3' },
      {
        id: 'core-time',
        what: 'Core time of a prediction under a quota',
        value: seen.coreUs,
        unit: 'µs',
        peer: baseline(seen.coreUsWithout),
      },
      { id: 'core-time-change', what: 'Change of the core time', value: seen.changeOfCore, unit: '%', must: '< 3' },
    ],
  });
} finally {
  await server.stop();
}
