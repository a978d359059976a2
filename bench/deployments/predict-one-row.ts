/**
 * One-row JSON predictions of a 500-tree model over 32 kept connections, against a bare Fastify route that parses the same
 * JSON and calls the engine directly, and against FastAPI with LightGBM on two workers; also through the router instead of the
 * fast path, and of a mean of three such models. Each server runs in processes of its own, is asked from another process, and
 * they take turns.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import type { Bound, Measured } from '../figures.ts';
import { median, round } from '../measure.ts';
import { addressIn, pythonVersion, startProgram } from '../processes.ts';
import { packageVersion, record } from '../record.ts';
import { benchServer } from './bench-server.ts';
import { mlserverPeer } from './mlserver-peer.ts';
import { ensurePython, lightgbmModel, requestedRows } from './served-model.ts';
import { type Shot, shoot } from './shoot.ts';

/** The client shares the cores with the server, so which one it is decides much of the ratio. */
const ONE_ROW_NOTE =
  'The client and the servers share the cores. An earlier run measured 0.62 of the bare route with wrk, which costs the machine less than autocannon; the figures name their client.';

interface Bounds {
  readonly rate?: Bound;
  readonly p99?: Bound;
}

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
  const shots: Record<'ours' | 'routed' | 'blend' | 'bare' | 'fastapi' | 'mlserver', Shot[]> = {
    ours: [],
    routed: [],
    blend: [],
    bare: [],
    fastapi: [],
    mlserver: [],
  };
  for (let n = 0; n < ROUNDS; n++) {
    for (const [name, side] of Object.entries(sides))
      shots[name as keyof typeof shots].push(await shoot(side, SECONDS));
  }
  const ratios = (of: 'perSecond' | 'p99', peer: keyof typeof shots, side: keyof typeof shots = 'ours') =>
    round(median(shots[side].map((one, i) => one[of] / (shots[peer][i]?.[of] ?? Number.NaN))));
  const perSecond = (name: keyof typeof shots) => Math.round(median(shots[name].map((one) => one.perSecond)));
  const p99 = (name: keyof typeof shots) => round(median(shots[name].map((one) => one.p99)));
  const sideOf = (name: keyof typeof shots) => ({
    ...{ perSecond: perSecond(name), p99: p99(name) },
    ...{ toBare: ratios('perSecond', 'bare', name), p99ToBare: ratios('p99', 'bare', name) },
  });
  const seen = {
    client: shots.ours[0]?.client ?? '',
    ...{ ours: sideOf('ours'), routed: sideOf('routed'), blend: sideOf('blend') },
    bare: { perSecond: perSecond('bare'), p99: p99('bare') },
    fastapi: { perSecond: perSecond('fastapi'), ratio: ratios('perSecond', 'fastapi') },
    mlserver: mlserver === null ? null : { perSecond: perSecond('mlserver'), ratio: ratios('perSecond', 'mlserver') },
  };
  const versions = {
    fastify: `Fastify ${packageVersion('fastify')}`,
    fastapi: `FastAPI ${pythonVersion(python, 'fastapi')}, LightGBM ${pythonVersion(python, 'lightgbm')}`,
    mlserver: mlserver?.version ?? null,
  };
  const against = (id: string, what: string, side: (typeof seen)['ours'], bounds: Bounds = {}): Measured[] => [
    {
      id: `${id}-to-bare`,
      what: `${what}: predictions a second`,
      value: side.perSecond,
      unit: 'predictions/s',
      peer: {
        name: 'bare Fastify route that calls the engine',
        version: versions.fastify,
        value: seen.bare.perSecond,
      },
      ratio: side.toBare,
      ...(bounds.rate && { mustRatio: bounds.rate }),
    },
    {
      id: `${id}-p99-to-bare`,
      what: `${what}: latency, p99`,
      value: side.p99,
      unit: 'ms',
      peer: { name: 'bare Fastify route that calls the engine', version: versions.fastify, value: seen.bare.p99 },
      ratio: side.p99ToBare,
      ...(bounds.p99 && { mustRatio: bounds.p99 }),
    },
  ];
  record({
    title: 'One-row JSON prediction over HTTP',
    work: {
      ...{
        trees: 500,
        leaves: 31,
        columns: 20,
        connections: 32,
        client: seen.client,
        seconds: SECONDS,
        rounds: ROUNDS,
      },
      blend: 'a mean of three such models',
    },
    note: ONE_ROW_NOTE,
    figures: [
      ...against('single', 'Single model', seen.ours, { rate: '>= 0.6', p99: '<= 2' }),
      ...against('routed', 'Single model through the router instead of the fast path', seen.routed),
      ...against('blend', 'Blend of three models', seen.blend),
      {
        id: 'to-fastapi',
        what: 'Single model: predictions a second',
        value: seen.ours.perSecond,
        unit: 'predictions/s',
        peer: { name: 'FastAPI with LightGBM, 2 workers', version: versions.fastapi, value: seen.fastapi.perSecond },
        ratio: seen.fastapi.ratio,
        mustRatio: '>= 5',
      },
      {
        id: 'to-mlserver',
        what: 'Single model: predictions a second',
        value: seen.ours.perSecond,
        unit: 'predictions/s',
        peer: {
          name: 'MLServer with LightGBM, 1 process',
          version: versions.mlserver,
          value: seen.mlserver?.perSecond ?? null,
        },
        ...(seen.mlserver && { ratio: seen.mlserver.ratio }),
        mustRatio: '>= 5',
      },
    ],
  });
} finally {
  bare.process.kill();
  if (fastapi.pid !== undefined) process.kill(-fastapi.pid);
  mlserver?.stop();
  await ours.stop();
}
