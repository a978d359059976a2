import { afterAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { testDatabase } from '../../../test/database.ts';
import { openDatabase } from '../db/database.ts';
import { aPlatform, enqueue } from '../jobs/jobs.fixtures.ts';
import { createMetrics } from './metrics.ts';

const platform = await aPlatform(await testDatabase());
const metrics = createMetrics(platform);
afterAll(async () => {
  metrics.close();
  await platform.jobs.close();
});

const lines = async (name: string) => (await metrics.text()).split('\n').filter((line) => line.startsWith(name));

describe('the metrics', () => {
  it('count requests and their durations by operation, method and status', async () => {
    metrics.observeRequest({ operation: 'statusList', method: 'GET', status: 200, seconds: 0.02 });
    metrics.observeRequest({ operation: 'statusList', method: 'GET', status: 200, seconds: 0.2 });
    metrics.observeRequest({ operation: 'statusList', method: 'GET', status: 404, seconds: 0.002 });
    const name = 'almanac_http_request_duration_seconds';
    const ok = '{operation="statusList",method="GET",status="200"}';
    expect(await lines(`${name}_count`)).toEqual([`${name}_count${ok} 2`, expect.stringMatching(/status="404"} 1$/)]);
    expect(await lines(`${name}_sum${ok}`)).toEqual([expect.stringMatching(/ 0\.22/)]);
    expect(await lines(`${name}_bucket{le="0.025",operation="statusList",method="GET",status="200"}`)).toEqual([
      expect.stringMatching(/ 1$/),
    ]);
  });

  it('count the jobs of the installation by kind and state, as they are now', async () => {
    const kind = {
      name: 'test.counted',
      input: z.strictObject({}),
      limits: 'heavy' as const,
      retries: 0,
      run: async () => undefined,
    };
    const first = await enqueue(platform, kind, {});
    await enqueue(platform, kind, {});
    expect(await lines('almanac_jobs{')).toEqual(['almanac_jobs{kind="test.counted",state="INITIALIZED"} 2']);
    await platform.jobs.cancel(first);
    expect((await lines('almanac_jobs{')).sort()).toEqual([
      'almanac_jobs{kind="test.counted",state="ABORTED"} 1',
      'almanac_jobs{kind="test.counted",state="INITIALIZED"} 1',
    ]);
  });

  it('tell about the database connections and the process', async () => {
    expect(await lines('almanac_database_connections{')).toHaveLength(3);
    expect(await lines('process_cpu_seconds_total')).toHaveLength(1);
    expect(await lines('nodejs_eventloop_lag_seconds')).not.toHaveLength(0);
  });

  it('are there without the database too, and several servers in one process keep theirs apart', async () => {
    const away = openDatabase('postgres://127.0.0.1:1/none', { max: 1, applicationName: 'away' });
    const other = createMetrics({ db: away, log: platform.log });
    const text = await other.text();
    expect(text).toContain('almanac_scrape_failures_total');
    expect(text).not.toContain('statusList');
    other.close();
    await away.close();
  });
});
