import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { eventually } from '../jobs/jobs.fixtures.ts';
import { type Listener, listen } from './listen.ts';

const db = await testDatabase();
const heard: string[] = [];
let connections = 0;
let listener: Listener;

beforeAll(async () => {
  listener = await listen({
    url: db.url,
    channel: 'test channel',
    name: 'listening test',
    onMessage: (message) => heard.push(message),
    onConnected: () => connections++,
  });
});
afterAll(() => listener.close());

const say = (message: string) => db.pool.query(`SELECT pg_notify('test channel', $1)`, [message]);

describe('listen', () => {
  it('hears what is said on its channel', async () => {
    await say('hello');
    await eventually(async () => heard.includes('hello'));
    expect(connections).toBe(1);
  });

  it('connects again when its connection is cut, says so, and hears what comes after', async () => {
    await db.pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'listening test' AND datname = current_database()`,
    );
    await eventually(async () => connections >= 2);
    await say('again');
    await eventually(async () => heard.includes('again'));
    expect([connections, heard.filter((message) => message === 'again')]).toEqual([2, ['again']]);
  });

  it('fails clearly when it cannot connect the first time', async () => {
    const nowhere = {
      url: 'postgres://127.0.0.1:1/none',
      channel: 'x',
      name: 'x',
      onMessage: () => 0,
      onConnected: () => 0,
    };
    await expect(listen(nowhere)).rejects.toThrow('ECONNREFUSED');
  });
});
