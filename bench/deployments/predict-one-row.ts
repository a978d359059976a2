/**
 * One-row JSON predictions of a 500-tree model over 32 kept connections, against a bare Fastify route that parses the same
 * JSON and calls the engine directly, and against FastAPI with LightGBM on two workers; also through the router instead of the
 * fast path, and of a mean of three such models. Each server runs in processes of its own, is asked from another process, and
 * they take turns.
 */
import { spawn } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { median, round } from '../measure.ts';
import { addressIn, startProgram } from '../processes.ts';
import { record } from '../record.ts';
import { benchServer } from './bench-server.ts';
import { mlserverPeer } from './mlserver-peer.ts';
import { ensurePython, lightgbmModel, requestedRows } from './served-model.ts';
import { type Shot, shoot } from './shoot.ts';

const ROUNDS = 5;
const SECONDS = Number(process.argv[2] ?? 4);

const python = ensurePython();
const model = lightgbmModel();
const ours = await benchServer();
const bare = await startProgram([join(import.meta.dirname, 'bare-predict.ts'), ours.modelPath]);
const fastapi = spawn(
  python,
  ['-m', 'uvicorn', 'fastapi_peer:app', '--workers', '2', '--port', '18971', '--log-level', 'info', '--no-access-log'],
  {
    cwd: import.meta.dirname,
    env: { ...process.env, BENCH_MODEL: model },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: true,
  },
);
await addressIn(fastapi.stderr, /(?:startup complete[\s\S]*)(startup complete)/);

const mlserver = await mlserverPeer(model);
const [row = {}] = requestedRows(1);
const body = JSON.stringify([row]);
const sides = {
  ours: { body, url: ours.predictions, headers: ours.headers },
  // The fast path knows an address letter by letter; an escaped letter is the router's.
  routed: { body, url: ours.predictions.replace('/predictions', '/%70redictions'), headers: ours.headers },
  blend: { body, url: ours.blendPredictions, headers: ours.headers },
  bare: { body, url: `${bare.url}/predict`, headers: {} },
  fastapi: { body, url: 'http://127.0.0.1:18971/predict', headers: {} },
  ...(mlserver === null ? {} : { mlserver: { body: mlserver.body(row), url: mlserver.url, headers: {} } }),
};

try {
  for (const side of Object.values(sides)) {
    // One request alone first: models are opened by it.
    const headers = { 'content-type': 'application/json', ...side.headers };
    await (await fetch(side.url, { method: 'POST', headers, body: side.body })).text();
    await shoot(side, 3);
  }
  const seen: Record<'ours' | 'routed' | 'blend' | 'bare' | 'fastapi' | 'mlserver', Shot[]> = {
    ours: [],
    routed: [],
    blend: [],
    bare: [],
    fastapi: [],
    mlserver: [],
  };
  for (let n = 0; n < ROUNDS; n++) {
    for (const [name, side] of Object.entries(sides)) seen[name as keyof typeof seen].push(await shoot(side, SECONDS));
  }
  const ratios = (of: 'perSecond' | 'p99', peer: keyof typeof seen, side: keyof typeof seen = 'ours') =>
    round(median(seen[side].map((one, i) => one[of] / (seen[peer][i]?.[of] ?? Number.NaN))));
  const perSecond = (name: keyof typeof seen) => Math.round(median(seen[name].map((one) => one.perSecond)));
  record('deployments-one-row', {
    work: 'one-row JSON prediction, 500 trees of 31 leaves, 20 columns, 32 kept connections; the blend is a mean of three of them',
    peers:
      'a bare Fastify route that calls the engine; FastAPI with LightGBM, 2 workers, 1 thread each; MLServer with LightGBM, 1 process',
    oursPerSecond: perSecond('ours'),
    barePerSecond: perSecond('bare'),
    routedPerSecond: perSecond('routed'),
    blendPerSecond: perSecond('blend'),
    fastapiPerSecond: perSecond('fastapi'),
    throughputToBare: ratios('perSecond', 'bare'),
    p99ToBare: ratios('p99', 'bare'),
    routedThroughputToBare: ratios('perSecond', 'bare', 'routed'),
    routedP99ToBare: ratios('p99', 'bare', 'routed'),
    blendThroughputToBare: ratios('perSecond', 'bare', 'blend'),
    blendP99ToBare: ratios('p99', 'bare', 'blend'),
    throughputToFastapi: ratios('perSecond', 'fastapi'),
    ...(mlserver === null
      ? { mlserver: 'did not install or start' }
      : { mlserverPerSecond: perSecond('mlserver'), throughputToMlserver: ratios('perSecond', 'mlserver') }),
    must: 'throughput >= 0.60 of bare, p99 <= 2.0 of bare, throughput >= 5 x FastAPI and MLServer',
    client: seen.ours[0]?.client,
    load: loadavg()[0],
  });
} finally {
  bare.process.kill();
  if (fastapi.pid !== undefined) process.kill(-fastapi.pid);
  mlserver?.stop();
  await ours.stop();
}
