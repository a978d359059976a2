/**
 * The language-model gateway against the bare upstream and against LiteLLM's proxy: what 500 streams at once pay for
 * passing through, and how many calls a second pass. The upstream, each gateway and the callers are processes of their own
 * on one machine, and are measured in turns. Beside them a pass-through that does nothing: what the runtime itself asks for.
 */
import { join } from 'node:path';
import { median, quantile, round } from '../measure.ts';
import { removeFolder, temporaryFolder } from '../platform.ts';
import { ADMIN_HEADERS, ADMIN_KEY, cpuMs, serverSettings, startProgram, startServer } from '../processes.ts';
import { record } from '../record.ts';
import { LITELLM, startLitellm } from './litellm-proxy.ts';
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
  let made = PLACES * (1 + ROUNDS * EACH);
  for (const target of [bare, nothing, ours]) await streams(target, PACED, PLACES, 1); // warm-up
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
      const { rate, calls } = await perSecond(target, AT_ONCE, stream, 64, SECONDS);
      rates[`${target.name} ${stream}`] = rate;
      cpu[`${target.name} ${stream}`] = (cpuOf(target) - before) / calls;
      if (target === ours) made += calls;
    }
  }
  const first = { p50: overhead('firstMs', 0.5), p99: overhead('firstMs', 0.99) };
  const whole = { p50: overhead('totalMs', 0.5), p99: overhead('totalMs', 0.99) };
  const passed = { p50: overhead('firstMs', 0.5, 'nothing'), p99: overhead('firstMs', 0.99, 'nothing') };
  const rateOf = (name: string, stream: boolean) => Math.round(rates[`${name} ${stream}`] ?? 0);
  const cpuEach = (name: string, stream: boolean) => round(cpu[`${name} ${stream}`] ?? 0);
  const seen = {
    ...{ first, whole, passed, hasLitellm: litellm !== null, bareRate: rateOf('bare', false) },
    calls: sidesOf((name) => rateOf(name, false)),
    streams: sidesOf((name) => rateOf(name, true)),
    cpuCalls: sidesOf((name) => cpuEach(name, false)),
    cpuStreams: sidesOf((name) => cpuEach(name, true)),
    ratio: litellm ? round((rates['ours false'] ?? 0) / (rates['litellm false'] ?? Number.NaN)) : null,
    ratioStreams: litellm ? round((rates['ours true'] ?? 0) / (rates['litellm true'] ?? Number.NaN)) : null,
    notCounted: made - ((await counter()) - counted),
  };
  const through = (value: number) => ({ name: 'pass-through that only copies bytes', version: null, value });
  const proxy = (value: number) => ({
    ...{ name: 'LiteLLM proxy, one worker', version: LITELLM },
    value: seen.hasLitellm ? value : null,
  });
  record({
    title: 'Language-model gateway, callers and upstream on the same machine',
    work: {
      ...{ streamsAtOnce: PLACES, turns: ROUNDS, callsInFlight: 64, seconds: SECONDS },
      ...{ model: '100 ms to the first of 20 words, 50 ms between them', bareUpstreamCallsPerSecond: seen.bareRate },
    },
    note: 'Overhead is the time over the bare upstream, the median of the turns.',
    figures: [
      {
        id: 'first-word-p50',
        what: 'Overhead until the first word at 500 streams, median',
        value: seen.first.p50,
        unit: 'ms',
        peer: through(seen.passed.p50),
        must: '< 1',
      },
      {
        id: 'first-word-p99',
        what: 'Overhead until the first word at 500 streams, p99',
        value: seen.first.p99,
        unit: 'ms',
        peer: through(seen.passed.p99),
        must: '< 5',
      },
      { id: 'whole-p50', what: 'Overhead of the whole answer, median', value: seen.whole.p50, unit: 'ms' },
      { id: 'whole-p99', what: 'Overhead of the whole answer, p99', value: seen.whole.p99, unit: 'ms' },
      {
        id: 'calls',
        what: 'Calls a second',
        value: seen.calls.ours,
        unit: 'calls/s',
        peer: proxy(seen.calls.litellm),
        ...(seen.ratio !== null && { ratio: seen.ratio }),
        mustRatio: '>= 5',
      },
      {
        id: 'streams',
        what: 'Streamed calls a second',
        value: seen.streams.ours,
        unit: 'streams/s',
        peer: proxy(seen.streams.litellm),
        ...(seen.ratioStreams !== null && { ratio: seen.ratioStreams }),
        mustRatio: '>= 5',
      },
      {
        id: 'calls-pass-through',
        what: 'Calls a second',
        value: seen.calls.ours,
        unit: 'calls/s',
        peer: through(seen.calls.nothing),
      },
      {
        id: 'streams-pass-through',
        what: 'Streamed calls a second',
        value: seen.streams.ours,
        unit: 'streams/s',
        peer: through(seen.streams.nothing),
      },
      {
        id: 'processor-call',
        what: 'Processor time of a call',
        value: seen.cpuCalls.ours,
        unit: 'ms',
        peer: proxy(seen.cpuCalls.litellm),
      },
      {
        id: 'processor-stream',
        what: 'Processor time of a streamed call',
        value: seen.cpuStreams.ours,
        unit: 'ms',
        peer: proxy(seen.cpuStreams.litellm),
      },
      {
        id: 'processor-call-pass-through',
        what: 'Processor time of a call',
        value: seen.cpuCalls.ours,
        unit: 'ms',
        peer: through(seen.cpuCalls.nothing),
      },
      {
        id: 'processor-stream-pass-through',
        what: 'Processor time of a streamed call',
        value: seen.cpuStreams.ours,
        unit: 'ms',
        peer: through(seen.cpuStreams.nothing),
      },
      { id: 'not-counted', what: 'Calls made and not counted', value: seen.notCounted, unit: 'calls', must: '= 0' },
    ],
  });
} finally {
  litellm?.process.kill();
  await almanac.stop();
  passing.process.kill();
  upstream.process.kill();
  await removeFolder(folder);
}
process.exit();

function sidesOf(of: (name: string) => number) {
  return { nothing: of('nothing'), ours: of('ours'), litellm: of('litellm') };
}

async function counter(): Promise<number> {
  const reply = await fetch(`${almanac.url}/api/v2/genai/userLimits/llmApiCalls/`, { headers: ADMIN_HEADERS });
  return ((await reply.json()) as { counter: number }).counter;
}
