import { setTimeout as pause } from 'node:timers/promises';
import type { AttackRun } from '../attack-run.ts';
import { send } from '../http/send.ts';
import type { World } from '../world/world-types.ts';

const EVERY_MS = 150;
/** What an innocent caller waits at most while somebody else throws bombs. */
const WAITS_AT_MOST_MS = 5_000;

/** Does something while an innocent caller, of another organization where there is one, asks for small things. */
export async function whileOthersAsk(
  run: AttackRun,
  world: World,
  what: string,
  attack: () => Promise<void>,
): Promise<void> {
  const { key } = world.people.other ?? world.people.colleague;
  const headers = { authorization: `Bearer ${key}` };
  let [over, worst, failed] = [false, 0, ''];
  const asking = (async () => {
    while (!over) {
      const reply = await send(run.url, { method: 'GET', path: '/api/v2/account/info/', headers, deadlineMs: 20_000 });
      worst = Math.max(worst, reply.ms);
      if (reply.status !== 200) failed ||= `${reply.status} ${reply.failure ?? ''} ${reply.text.slice(0, 100)}`;
      await pause(EVERY_MS);
    }
  })();
  try {
    await attack();
  } finally {
    over = true;
    await asking;
  }
  if (failed !== '')
    run.report.finding(`An innocent caller is refused during ${what}`, 'GET /api/v2/account/info/', failed);
  else if (worst > WAITS_AT_MOST_MS)
    run.report.finding(
      `An innocent caller waits ${(worst / 1000).toFixed(1)} s during ${what}`,
      'GET /api/v2/account/info/ every 150 ms',
      '',
    );
}
