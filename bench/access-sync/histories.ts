/**
 * Random histories at both fake providers: shares, moves, group edits and faults, also while a round is reading. After
 * each the mirror must equal the provider's own truth, and at no moment may it have shown more than was open at some
 * instant since the last complete round.
 * Run: npm run bench -- histories [how many, half of them for each provider; 200] [first seed; 1] [processes; 1]
 */
import { spawn } from 'node:child_process';
import { handClock } from '../../conformance/providers/index.ts';
import { liveThrough, type Outcome } from '../../server/src/access-sync/histories/history.fixtures.ts';
import { mirrorOf } from '../../server/src/access-sync/histories/mirror.fixtures.ts';
import { sourceA, sourceB } from '../../server/src/access-sync/histories/source.fixtures.ts';
import { benchPlatform } from '../platform.ts';
import { record } from '../record.ts';

const histories = Number(process.argv[2] ?? 200);
const firstSeed = Number(process.argv[3] ?? 1);
const ROUNDS = 10;

const processes = Number(process.argv[4] ?? 1);
const isPiece = process.argv[5] === 'piece';

const isWrong = ({ wider, differences, writes }: Outcome) => wider.length + differences.length + writes.length > 0;

async function liveAll(count: number, first: number): Promise<Outcome[]> {
  const clock = handClock();
  const { platform, close } = await benchPlatform({ role: 'test', now: () => new Date(clock.now()) });
  for (const setting of ['fsync', 'full_page_writes', 'synchronous_commit'])
    await platform.db.pool.query(`alter system set ${setting} = off`);
  await platform.db.pool.query('select pg_reload_conf()');

  const outcomes: Outcome[] = [];
  try {
    for (let seed = first; seed < first + count; seed += 1) {
      const source = await (seed % 2 === 0 ? sourceA : sourceB)(clock, seed);
      source.grow();
      const outcome = await liveThrough(source, await mirrorOf(platform, source), clock, ROUNDS);
      await source.fake.close();
      outcomes.push(outcome);
      const wrong = [...outcome.wider, ...outcome.differences, ...outcome.writes];
      if (wrong.length > 0) console.error(`seed ${seed} (${seed % 2 === 0 ? 'A' : 'B'}):`, wrong.slice(0, 5));
      if (outcomes.length % 10 === 0)
        console.error(`${outcomes.length} histories, ${outcomes.filter(isWrong).length} of them wrong`);
    }
  } finally {
    await close();
  }
  return outcomes;
}

/** A part of the seeds in a process of its own: each has a clock, a database and a provider to itself. */
async function inAnother(count: number, first: number): Promise<Outcome[]> {
  const args = [...process.execArgv, import.meta.filename, String(count), String(first), '1', 'piece'];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let told = '';
  for await (const text of child.stdout.setEncoding('utf8')) told += text;
  return JSON.parse(told) as Outcome[];
}

async function inPieces(): Promise<Outcome[]> {
  const size = Math.ceil(histories / processes);
  const starts = Array.from({ length: processes }, (_, piece) => piece * size);
  const pieces = starts.map((at) => inAnother(Math.min(size, histories - at), firstSeed + at));
  return (await Promise.all(pieces)).flat();
}

const began = performance.now();
const outcomes = processes > 1 ? await inPieces() : await liveAll(histories, firstSeed);
if (isPiece) process.stdout.write(JSON.stringify(outcomes));
else report();

function report(): void {
  const sum = (of: (outcome: Outcome) => number) => outcomes.reduce((total, one) => total + of(one), 0);
  const seen = {
    ...{ histories: outcomes.length, rounds: outcomes.length * (ROUNDS + 1) },
    edits: sum(({ edits }) => edits),
    failedRounds: sum(({ failedRounds }) => failedRounds),
    requests: sum(({ requests }) => requests),
    writes: sum(({ writes }) => writes.length),
    differences: sum(({ differences }) => differences.length),
    expanded: sum(({ wider }) => wider.length),
    seconds: Math.round((performance.now() - began) / 1000),
  };
  record({
    title: 'Random histories with faults, mirrored and compared with the provider',
    work: {
      ...{ histories: seen.histories, edits: seen.edits, rounds: seen.rounds, roundsFailedByAFault: seen.failedRounds },
      ...{ requestsToTheProviders: seen.requests, seconds: seen.seconds },
    },
    figures: [
      {
        id: 'differences',
        what: 'Differences from the provider at the end',
        value: seen.differences,
        unit: 'differences',
        must: '= 0',
      },
      {
        id: 'expanded-access',
        what: 'Moments of more access than the provider gave within the lag',
        value: seen.expanded,
        unit: 'moments',
        must: '= 0',
      },
      {
        id: 'writes',
        what: 'Requests to the provider that were not reads',
        value: seen.writes,
        unit: 'requests',
        must: '= 0',
      },
    ],
  });
}
