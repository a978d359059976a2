import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';
import { createUser } from '#accounts';
import { testPlatform } from '../../../test/platform.ts';
import { createRecorder } from './recorder.ts';
import { readRecorded } from './recording.fixtures.ts';

const ENOUGH_MS = 2500;

it('a killed process loses at most its last second; the next one hands over the rest', async () => {
  const platform = await testPlatform();
  const { organization_id } = await createUser(platform, { username: 'ann', password: 'correct horse' });
  const script = join(import.meta.dirname, 'recorder-process.fixture.ts');
  const where = [platform.db.url, platform.config.dataDir, organization_id];
  const child = spawn(process.execPath, ['--import', 'tsx', script, ...where], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const noted: [n: number, ms: number][] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    const [n, ms] = line.split(' ').map(Number) as [number, number];
    noted.push([n, ms]);
    if (ms - (noted[0]?.[1] as number) > ENOUGH_MS) break;
  }
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  const last = noted.at(-1)?.[1] as number;

  const next = createRecorder(platform);
  await next.close();
  const kept = (await readRecorded(platform, organization_id)).map(({ at }) => at);
  const promised = noted.filter(([, ms]) => ms <= last - 1000).map(([n]) => n);
  expect(promised.length).toBeGreaterThan(10);
  expect(kept.slice(0, promised.length)).toEqual(promised);
  expect(kept).toEqual(kept.map((_, at) => at));
});
