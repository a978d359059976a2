import { setTimeout as pause } from 'node:timers/promises';
import type { AttackRun } from '../attack-run.ts';
import { head, RawConnection } from '../sockets/raw.ts';
import type { World } from '../world/world-types.ts';

const COMES_DOWN_WITHIN_MS = 20_000;
/** What a server that has done all this may keep: caches, compiled code, a larger heap. */
const MORE_MB = 500;
/** The grace of our own server is 5 s. */
const STOPS_WITHIN_MS = 15_000;

/** Memory of the answering process must come back to near what it was. */
export async function checkMemory(run: AttackRun, before: number): Promise<void> {
  const { local } = run;
  if (local === null) return run.report.note('memory: the server is not ours');
  const deadline = performance.now() + COMES_DOWN_WITHIN_MS;
  let least = Number.POSITIVE_INFINITY;
  while (performance.now() < deadline && least > before + MORE_MB) {
    least = Math.min(least, local.memory().server);
    await pause(500);
  }
  console.log(`  memory of the server: ${before} MB at the beginning, ${least} MB at the end`);
  if (least > before + MORE_MB)
    run.report.finding('Memory stays after the attack', 'the whole run', `${before} MB before, ${least} MB after`);
}

/** A server that is told to stop does, whatever clients do. */
export async function checkStopping(run: AttackRun, { people }: World): Promise<void> {
  const { local } = run;
  if (local === null) return;
  const stalled = Array.from({ length: 3 }, () => new RawConnection(run));
  const headers = {
    authorization: `Bearer ${people.owner.key}`,
    'content-type': 'multipart/form-data; boundary=b',
    'content-length': '50000000',
  };
  const part = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\na,b\n';
  for (const connection of stalled) {
    run.noteRaw('a stalled upload while the server stops');
    await connection.write(head(run, 'POST /api/v2/datasets/fromFile/', headers) + part);
  }
  await pause(300);
  const ms = await local.terminate(STOPS_WITHIN_MS);
  if (ms === undefined)
    run.report.finding(
      `The server has not stopped ${STOPS_WITHIN_MS / 1000} s after SIGTERM while uploads stall`,
      'kill -TERM with three stalled uploads; ALMANAC_SHUTDOWN_GRACE_SECONDS=5',
      '',
    );
  for (const connection of stalled) connection.destroy();
}
