/**
 * The language-model gateway against the bare upstream and against LiteLLM's proxy: what 500 streams at once pay for
 * passing through, and how many calls a second pass. The upstream, each gateway and the callers are processes of their own
 * on one machine, and are measured in turns. Beside them a pass-through that does nothing: what the runtime itself asks for.
 */
import { cpus } from 'node:os';
import { join } from 'node:path';
import { median, quantile, round } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { ADMIN_HEADERS, ADMIN_KEY, cpuMs, serverSettings, startProgram, startServer } from '../processes.ts';
import { record } from '../record.ts';
import { startLitellm } from './litellm-proxy.ts';
import { perSecond, streams, type Target, type Timed } from './load.ts';

const PLACES = 500;
const ROUNDS = 5;
const EACH = 3;
const SECONDS = 5;
/** 100 ms to the first word, 20 words, 50 ms between them. */
const PACED = 'pace-100-20-50';
/** The whole answer at once: what is measured is the way, not the model. */
const AT_ONCE = 'pace-0-20-0';

const folder = await temporaryFolder();
const upstream = await startProgram([join(import.meta.dirname, 'upstream.ts')]);
const almanac = await startServer({
  ...serverSettings(folder),
  ALMANAC_LLM_BASE_URL: upstream.url,
  ALMANAC_LLM_MODELS: [PACED, AT_ONCE].map((model) => `fake/${model}`).join(','),
});
const passing = await startProgram([join(import.meta.dirname, 'pass-through.ts'), upstream.url]);
const target = (name: string, base: string, key = 'x', prefix = ''): Target => ({
  name,
  url: `${base}/chat/completions`,
  key,
  prefix,
});
const nothing = target('nothing', passing.url);
const bare = target('bare', upstream.url);
const ours = target('ours', `${almanac.url}/api/v2/genai/llmgw`, ADMIN_KEY, 'fake/');
const litellm = process.argv.includes('--no-peer') ? null : await startLitellm(upstream.url, [PACED, AT_ONCE], folder);

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
    const of = (seen: readonly Timed[] = []) => {
      const times = seen.map((one) => one[field]);
      return quantile(times, share);
    };
    return round(median(turns.map((seen) => of(seen[whose]) - of(seen.bare))));
  };
  const rates: Record<string, number> = {};
  const cpu: Record<string, number> = {};
  const pids: Record<string, number | undefined> = {
    nothing: passing.process.pid,
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
  await almanac.stop();
  passing.process.kill();
  upstream.process.kill();
  await removeFolder(folder);
}
process.exit(0);

async function counter(): Promise<number> {
  const reply = await fetch(`${almanac.url}/api/v2/genai/userLimits/llmApiCalls/`, { headers: ADMIN_HEADERS });
  return ((await reply.json()) as { counter: number }).counter;
}
