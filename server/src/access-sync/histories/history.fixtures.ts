import { ProviderProblem } from '../provider-client.ts';
import type { Mirror } from './mirror.fixtures.ts';
import { type Source, truthOf } from './source.fixtures.ts';

export interface Outcome {
  /** Readable here at some moment and never at the source since the last round that was complete. */
  readonly wider: readonly string[];
  /** Different once everything is quiet. */
  readonly differences: readonly string[];
  readonly edits: number;
  readonly failedRounds: number;
  readonly requests: number;
  /** Calls that were not reads. */
  readonly writes: readonly string[];
}

const READ_BY_POST = /^\/token$|^\/[^/]+\/oauth2\/v2\.0\/token$|^\/v1\.0\/\$batch$|^\/v2\/activity:query$/;

/** Every recorded request that was not a read: only tokens, batches of GETs and the activity query may be posted. */
export function writesOf({ fake }: Source): string[] {
  return fake.recorder.requests
    .filter(({ method, path, body }) => {
      if (method === 'GET') return false;
      if (method !== 'POST' || !READ_BY_POST.test(path)) return true;
      return path.endsWith('$batch') && !allGets(body);
    })
    .map(({ method, path }) => `${method} ${path}`);
}

const allGets = (body: string): boolean =>
  (JSON.parse(body) as { requests: { method: string }[] }).requests.every(({ method }) => method === 'GET');

const isSilent = (edit: string): boolean => edit.includes('(silent)') || edit.includes('people of a link');

/** Edits and faults by chance, with a look at both sides after every edit and every round. */
export async function liveThrough(
  source: Source,
  mirror: Mirror,
  clock: { advance(ms: number): void },
  rounds = 8,
): Promise<Outcome> {
  const { random, faults } = source.fake;
  const wider: string[] = [];
  let edits = 0;
  let failedRounds = 0;
  let untold = false;
  let instants = [truthOf(source)];
  let reading = false;
  const act = () => {
    untold = isSilent(source.edit()) || untold;
    edits += 1;
    instants.push(truthOf(source));
  };
  const look = async (when: string) => {
    for (const pair of await mirror.readable())
      if (!instants.some((truth) => truth.has(pair))) wider.push(`${when}: ${pair}`);
  };
  // People do not wait until a round is over: some edits fall between two of its requests.
  const meanwhile = () => {
    if (reading && random.chance(0.03)) act();
    return false;
  };
  faults.add({ when: meanwhile, times: 1, reply: () => null });
  for (let round = 0; round < rounds; round += 1) {
    for (let left = random.below(14); left > 0; left -= 1) {
      act();
      if (random.chance(0.2)) clock.advance(random.below(60_000));
    }
    if (random.chance(0.6)) source.trouble();
    if (random.chance(0.1)) await mirror.crash();
    const verify = random.chance(0.5);
    const before: boolean = untold;
    untold = false;
    const began = instants.push(truthOf(source)) - 1;
    reading = true;
    const complete = await tryRound(mirror, verify, async () => {
      reading = false;
      await look(`during round ${round}`);
      reading = true;
    });
    reading = false;
    instants.push(truthOf(source));
    await look(`round ${round}`);
    if (!complete) failedRounds += 1;
    if (complete && (verify || !before)) instants = instants.slice(began);
    else untold ||= before;
    clock.advance(15_000);
  }
  faults.clear();
  // What an interrupted round left behind may cost one more: a crawl under way whose place in the feed was lost since.
  let quiet = false;
  for (let left = 3; left > 0 && !quiet; left -= 1) quiet = await tryRound(mirror, true);
  // Whoever came into a group counts once they were seen twice.
  quiet &&= await tryRound(mirror, true);
  const truth = truthOf(source);
  const held = await mirror.readable();
  const differences = [
    ...(quiet ? [] : ['no round was complete after the faults had ended']),
    ...[...held].filter((pair) => !truth.has(pair)).map((pair) => `only here: ${pair}`),
    ...[...truth].filter((pair) => !held.has(pair)).map((pair) => `only there: ${pair}`),
  ];
  return {
    wider,
    differences,
    edits,
    failedRounds,
    requests: source.fake.recorder.requests.length,
    writes: writesOf(source),
  };
}

/** A round may fail, but only because of the provider. */
async function tryRound(mirror: Mirror, verify: boolean, look?: () => Promise<void>): Promise<boolean> {
  try {
    await mirror.round(verify, look);
    return true;
  } catch (error) {
    if (error instanceof ProviderProblem) return false;
    throw error;
  }
}
