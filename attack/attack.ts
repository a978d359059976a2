/**
 * Attacks a running server and says what it should not have done: `npm run attack`, `npm run attack -- --long`.
 * Without ATTACK_URL and ATTACK_KEY it starts a server of its own.
 */
import { AttackRun } from './attack-run.ts';
import { attackWithJobBombs } from './bombs/job-bombs.ts';
import { attackWithRequestBombs } from './bombs/request-bombs.ts';
import { attackFuzz } from './fuzz/fuzz.ts';
import { closeConnections } from './http/send.ts';
import { attackMatrix, attackPermitted } from './matrix/matrix.ts';
import { attackAccounts } from './named/accounts.ts';
import { attackDataFolder } from './named/data-folder.ts';
import { attackDeclaredRefusals, attackSharing } from './named/declared-refusals.ts';
import { attackWithForeignContent } from './named/foreign-content.ts';
import { attackWithOneRequest } from './named/one-request.ts';
import { attackWithReferences } from './named/references.ts';
import { checkMemory, checkStopping } from './named/the-end.ts';
import { readOperations } from './openapi/operations.ts';
import { Report } from './report.ts';
import { attackWithAbortedUploads } from './sockets/aborted-uploads.ts';
import { attackWithSlowClients, dawdle } from './sockets/slow-clients.ts';
import { attackWithSmuggling } from './sockets/smuggling.ts';
import { attackWithSsrf } from './ssrf/ssrf.ts';
import { startFakes } from './target/fakes.ts';
import { startLocalServer } from './target/local-server.ts';
import { makeWorld } from './world/world.ts';

/** In the long form too, the attack ends. */
const LONGEST_MS = { short: 10 * 60_000, long: 25 * 60_000 };

/** Short enough that work which is stopped by its limit is seen to stop. */
const LIMITS = {
  ALMANAC_JOB_TIME_LIMIT_LIGHT: '10',
  ALMANAC_JOB_TIME_LIMIT_HEAVY: '15',
  ALMANAC_SHUTDOWN_GRACE_SECONDS: '5',
};

const words = process.argv.slice(2);
const long = words.includes('--long');
const only = words.filter((word) => !word.startsWith('--'));
const seed = Number(process.env.ATTACK_SEED ?? Date.now() % 2 ** 31);
const { ATTACK_URL, ATTACK_KEY = '' } = process.env;
const report = new Report();
console.log(`Seed ${seed}${long ? ', long form' : ''}`);
report.begin('world');
const fakes = ATTACK_URL ? null : await startFakes();
const local = fakes === null ? null : await startLocalServer({ ...fakes.settings, ...LIMITS });
const url = (ATTACK_URL ?? local?.url ?? '').replace(/\/+$/, '');
const run = new AttackRun({ url, adminKey: local?.adminKey ?? ATTACK_KEY, local, report, seed, long });
const watchdog = setTimeout(() => void end('The attack did not end in time', 1), LONGEST_MS[long ? 'long' : 'short']);
watchdog.unref();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void end(`Ended by ${signal}`, 1));

try {
  await run.checkAlive();
  const operations = await readOperations(url);
  const world = await makeWorld(run, fakes?.service.url);
  const memory = local?.memory().server ?? 0;
  const dawdling = dawdle(run);
  const parts: Readonly<Record<string, () => Promise<void> | void>> = {
    'one request': () => attackWithOneRequest(run, operations, world),
    matrix: () => attackMatrix(run, operations, world),
    'declared refusals': () => attackDeclaredRefusals(run, operations, world),
    sharing: () => attackSharing(run, operations, world),
    references: () => attackWithReferences(run, world),
    'foreign content': () => attackWithForeignContent(run, operations, world),
    accounts: () => attackAccounts(run, world),
    'addresses inside': () => attackWithSsrf(run, world),
    fuzz: () => attackFuzz(run, operations, world),
    'aborted uploads': () => attackWithAbortedUploads(run, world),
    'slow clients': () => attackWithSlowClients(run, world, dawdling),
    smuggling: () => attackWithSmuggling(run),
    'request bombs': () => attackWithRequestBombs(run, world),
    'job bombs': () => attackWithJobBombs(run, world),
    'permitted callers': async () => attackPermitted(run, operations, await makeWorld(run, fakes?.service.url)),
    memory: () => checkMemory(run, memory),
    'data folder': () => attackDataFolder(run),
    stopping: () => checkStopping(run, world),
  };
  for (const [name, part] of Object.entries(parts)) {
    if (only.length > 0 && !only.some((word) => name.includes(word))) continue;
    report.begin(name);
    try {
      await part();
      if (name !== 'stopping') await run.checkAlive();
    } catch (error) {
      report.finding(`The part did not end: ${error instanceof Error ? error.message : error}`, name);
    }
  }
} finally {
  await end(null, report.findings.length > 0 ? 1 : 0);
}

async function end(reason: string | null, code: number): Promise<void> {
  clearTimeout(watchdog);
  if (reason !== null) report.finding(reason, 'the whole run');
  report.print(seed);
  closeConnections();
  await local?.stop();
  await fakes?.stop();
  process.exit(code);
}
