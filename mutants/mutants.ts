/**
 * Plants each fault of the list into a copy of the repository and demands that the tests of its module fail by an
 * assertion: `npm run mutants`, `npm run mutants -- quotas accounts/expired-key-works --jobs 2`.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allFaults, chosenFaults } from './all-faults.ts';
import { type PlantedFault, staleness } from './fault.ts';
import { ROOT } from './repository-copy.ts';
import { TestBench, type TestRun } from './test-bench.ts';

const RESULTS = join(import.meta.dirname, 'results.json');
const MOST_JOBS = 2;

type State = 'caught' | 'survived' | 'stale' | 'broken' | 'unhealthy';

interface Outcome {
  readonly id: string;
  readonly state: State;
  /** The first test that noticed. */
  readonly caughtBy: string | null;
  readonly note: string;
  readonly seconds: number;
}

const { values, positionals } = parseArgs({
  options: { jobs: { type: 'string', default: '1' } },
  allowPositionals: true,
});
const jobs = Number(values.jobs);
if (!Number.isInteger(jobs) || jobs < 1 || jobs > MOST_JOBS) throw new Error(`--jobs takes 1 to ${MOST_JOBS}`);

const chosen = chosenFaults(positionals);
const outcomes: Outcome[] = [];
const fresh = chosen.filter((fault) => {
  const problem = staleness(fault, read);
  if (problem !== null) report(fault, 'stale', { note: problem });
  return problem === null;
});
const waiting = byTests(fresh);
await Promise.all(Array.from({ length: jobs }, () => work()));
finish();

function byTests(faults: readonly PlantedFault[]): PlantedFault[][] {
  const groups = new Map<string, PlantedFault[]>();
  for (const fault of faults) {
    const key = fault.tests.toSorted().join(' ');
    groups.set(key, [...(groups.get(key) ?? []), fault]);
  }
  return [...groups.values()];
}

/** Takes one set of test files after another: first without a fault, then with each of its faults. */
async function work(): Promise<void> {
  const bench = new TestBench();
  const stop = () => {
    bench.close().then(
      () => process.exit(1),
      () => process.exit(1),
    );
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  try {
    for (let group = waiting.shift(); group !== undefined; group = waiting.shift()) await runGroup(bench, group);
  } finally {
    await bench.close();
  }
}

async function runGroup(bench: TestBench, group: readonly PlantedFault[]): Promise<void> {
  const healthy = await bench.run(group[0]?.tests ?? []);
  const wrong = [...healthy.broken, ...healthy.failures.map(({ test, message }) => `${test}: ${message}`)];
  for (const fault of group) {
    if (wrong.length > 0 || healthy.passed === 0) {
      report(fault, 'unhealthy', { note: `without the fault: ${wrong[0] ?? 'no test ran'}` });
      continue;
    }
    const began = performance.now();
    const run = await bench.runWith(fault);
    const caught = run.failures.find(({ byAssertion }) => byAssertion);
    report(fault, caught !== undefined ? 'caught' : isBroken(run) ? 'broken' : 'survived', {
      caughtBy: caught?.test ?? null,
      note: caught === undefined ? (run.broken[0] ?? run.failures[0]?.message ?? '') : '',
      seconds: Math.round((performance.now() - began) / 100) / 10,
    });
  }
}

function isBroken(run: TestRun): boolean {
  return run.broken.length > 0 || run.failures.length > 0;
}

function read(file: string): string | null {
  const path = join(ROOT, file);
  return existsSync(path) ? readFileSync(path, 'utf8') : null;
}

function report(fault: PlantedFault, state: State, found: Partial<Omit<Outcome, 'id' | 'state'>>): void {
  const outcome = { id: fault.id, state, caughtBy: null, note: '', seconds: 0, ...found };
  outcomes.push(outcome);
  const said = state === 'caught' ? outcome.caughtBy : `${fault.breaks} ${outcome.note}`;
  console.log(`${state.padEnd(9)} ${fault.id.padEnd(48)} ${outcome.seconds.toFixed(1).padStart(6)} s  ${said}`);
}

function finish(): void {
  const missed = outcomes.filter(({ state }) => state !== 'caught');
  console.log(`\n${outcomes.length - missed.length} of ${outcomes.length} faults caught`);
  for (const { id, state } of missed) console.log(`  ${state}: ${id}`);
  if (missed.length > 0) process.exitCode = 1;
  keep();
}

/** What was not run keeps its last result; what is no longer in the list goes. */
function keep(): void {
  const before: Record<string, object> = existsSync(RESULTS) ? JSON.parse(readFileSync(RESULTS, 'utf8')).faults : {};
  const found = new Map(outcomes.map(({ id, state, caughtBy }) => [id, { state, caughtBy }]));
  const faults = Object.fromEntries(
    allFaults.flatMap(({ id }) => {
      const result = found.get(id) ?? before[id];
      return result === undefined ? [] : [[id, result] as const];
    }),
  );
  const caught = Object.values(faults).filter((result) => 'state' in result && result.state === 'caught').length;
  writeFileSync(RESULTS, `${JSON.stringify({ listed: allFaults.length, caught, faults }, null, 2)}\n`);
}
