/**
 * The language-model gateway against the bare upstream and against LiteLLM's proxy: what 500 streams at once pay for
 * passing through, and how many calls a second pass. The upstream, each gateway and the callers are processes of their own
 * on one machine, and are measured in turns. Beside them a pass-through that does nothing: what the runtime itself asks for.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { record } from '../record.ts';
import { serverProgram } from '../server-program.ts';
import { cpuMs } from './cpu.ts';
import { startLitellm } from './litellm-proxy.ts';
import { percentile, perSecond, streams, type Target, type Timed } from './load.ts';

const PLACES = 500;
const ROUNDS = 5;
const EACH = 3;
const SECONDS = 5;
/** 100 ms to the first word, 20 words, 50 ms between them. */
const PACED = 'pace-100-20-50';
/** The whole answer at once: what is measured is the way, not the model. */
const AT_ONCE = 'pace-0-20-0';
const KEY = 'bench-key-0123456789abcdef0123456789abcdef';

const folder = await mkdtemp(join(tmpdir(), 'almanac-bench-'));
const upstream = spawn(process.execPath, [join(import.meta.dirname, 'upstream.ts')], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const upstreamUrl = await addressIn(upstream.stdout, /(http:\S+)/);
const almanac = spawn(process.execPath, [serverProgram(), 'serve'], {
  env: {
    ...process.env,
    ALMANAC_DATA_DIR: folder,
    ALMANAC_PORT: '0',
    ALMANAC_WORKERS: '0',
    ALMANAC_LOG_LEVEL: 'warn',
    ALMANAC_ADMIN_USERNAME: 'bench',
    ALMANAC_ADMIN_PASSWORD: 'bench password long',
    ALMANAC_ADMIN_API_KEY: KEY,
    ALMANAC_LLM_BASE_URL: upstreamUrl,
    ALMANAC_LLM_MODELS: [PACED, AT_ONCE].map((model) => `fake/${model}`).join(','),
  },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const api = await addressIn(almanac.stdout, /API\s+(http:\S+)\/api\/v2\//);
const passing = spawn(process.execPath, [join(import.meta.dirname, 'pass-through.ts'), upstreamUrl], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const passingUrl = await addressIn(passing.stdout, /(http:\S+)/);
const nothing: Target = { name: 'nothing', url: `${passingUrl}/chat/completions`, key: 'x', prefix: '' };
const bare: Target = { name: 'bare', url: `${upstreamUrl}/chat/completions`, key: 'x', prefix: '' };
const ours: Target = { name: 'ours', url: `${api}/api/v2/genai/llmgw/chat/completions`, key: KEY, prefix: 'fake/' };
const litellm = process.argv.includes('--no-peer') ? null : await startLitellm(upstreamUrl, [PACED, AT_ONCE], folder);

const round = (value: number) => Math.round(value * 100) / 100;

try {
  const targets = [bare, nothing, ours, ...(litellm ? [litellm.target] : [])];
  for (const target of targets) await perSecond(target, AT_ONCE, true, 16, 2); // warm-up
  const counted = await counter();
  await streams(ours, PACED, PLACES, 1);
  const turns: Record<string, Timed[]>[] = [];
  for (let turn = 0; turn < ROUNDS; turn++) {
    const seen: Record<string, Timed[]> = {};
    for (const target of [bare, nothing, ours]) seen[target.name] = await streams(target, PACED, PLACES, EACH);
    turns.push(seen);
  }
  /** Of each turn by itself, then the turn in the middle: what the machine did beside it in one turn decides nothing. */
  const overhead = (field: keyof Timed, share: number, whose = 'ours') => {
    const of = (seen: readonly Timed[] = []) =>
      percentile(
        seen.map((one) => one[field]),
        share,
      );
    return round(
      percentile(
        turns.map((seen) => of(seen[whose]) - of(seen.bare)),
        0.5,
      ),
    );
  };
  const rates: Record<string, number> = {};
  const cpu: Record<string, number> = {};
  const pids: Record<string, number | undefined> = {
    nothing: passing.pid,
    ours: almanac.pid,
    litellm: litellm?.process.pid,
  };
  const cpuOf = ({ name }: Target) => (pids[name] === undefined ? 0 : cpuMs(pids[name]));
  for (const stream of [false, true]) {
    for (const target of targets) {
      const before = cpuOf(target);
      const rate = await perSecond(target, AT_ONCE, stream, 64, SECONDS);
      rates[`${target.name} ${stream}`] = rate;
      cpu[`${target.name} ${stream}`] = (cpuOf(target) - before) / (rate * SECONDS);
    }
  }
  const ratio = (stream: boolean) =>
    litellm ? round((rates[`ours ${stream}`] ?? 0) / (rates[`litellm ${stream}`] ?? Number.NaN)) : null;
  const made = PLACES * (1 + ROUNDS * EACH);
  record('genai-gateway', {
    work: `${PLACES} streams at once, 100 ms to the first of 20 words, 50 ms between them, the middle of ${ROUNDS} turns`,
    firstWordOverheadP50Ms: overhead('firstMs', 0.5),
    firstWordOverheadP99Ms: overhead('firstMs', 0.99),
    wholeAnswerOverheadP50Ms: overhead('totalMs', 0.5),
    wholeAnswerOverheadP99Ms: overhead('totalMs', 0.99),
    passThroughFirstWordP50Ms: overhead('firstMs', 0.5, 'nothing'),
    passThroughFirstWordP99Ms: overhead('firstMs', 0.99, 'nothing'),
    must: 'p50 < 1 ms, p99 < 5 ms over the bare upstream',
    barePerSecond: Math.round(rates['bare false'] ?? 0),
    passThroughPerSecond: Math.round(rates['nothing false'] ?? 0),
    oursPerSecond: Math.round(rates['ours false'] ?? 0),
    litellmPerSecond: Math.round(rates['litellm false'] ?? 0),
    passThroughStreamsPerSecond: Math.round(rates['nothing true'] ?? 0),
    oursStreamsPerSecond: Math.round(rates['ours true'] ?? 0),
    litellmStreamsPerSecond: Math.round(rates['litellm true'] ?? 0),
    passThroughCpuMsPerCall: round(cpu['nothing false'] ?? 0),
    oursCpuMsPerCall: round(cpu['ours false'] ?? 0),
    litellmCpuMsPerCall: round(cpu['litellm false'] ?? 0),
    passThroughCpuMsPerStream: round(cpu['nothing true'] ?? 0),
    oursCpuMsPerStream: round(cpu['ours true'] ?? 0),
    litellmCpuMsPerStream: round(cpu['litellm true'] ?? 0),
    ratioToLitellm: ratio(false),
    ratioToLitellmStreams: ratio(true),
    mustRatio: '>= 5, LiteLLM 1.106.2 proxy, one worker, in the same run',
    countedExactly: (await counter()) - counted >= made,
    cores: cpus().length,
  });
} finally {
  litellm?.process.kill();
  almanac.kill('SIGINT');
  await once(almanac, 'exit');
  passing.kill();
  upstream.kill();
  await rm(folder, { recursive: true, force: true });
}
process.exit(0);

async function counter(): Promise<number> {
  const headers = { authorization: `Bearer ${KEY}` };
  const reply = await fetch(`${api}/api/v2/genai/userLimits/llmApiCalls/`, { headers });
  return ((await reply.json()) as { counter: number }).counter;
}

/** Reads on after the address was found: a program whose output nobody reads any more cannot print its farewell. */
function addressIn(stream: NodeJS.ReadableStream, pattern: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    stream.on('data', (chunk) => {
      said += String(chunk);
      const found = pattern.exec(said)?.[1];
      if (found) resolve(found);
    });
    stream.once('end', () => reject(new Error(`No address was said: ${said}`)));
  });
}
