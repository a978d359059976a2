import { expect, test } from 'vitest';
import { begin, isOver, look, readStatus, statusPath } from './follow.ts';
import { startTestServer } from './test-server.fixture.ts';

test('a status id and the address of a Location header lead to the same place', () => {
  expect(statusPath('5f1c')).toBe('status/5f1c/');
  expect(statusPath('/api/v2/status/5f1c/')).toBe('status/5f1c/');
  expect(statusPath('https://almanac.example.org/api/v2/projects/1/modelJobs/2/')).toBe('projects/1/modelJobs/2/');
});

test.for([
  ['INITIALIZED', 'waiting', false],
  ['queue', 'waiting', false],
  ['RUNNING', 'running', false],
  ['inprogress', 'running', false],
  ['COMPLETED', 'done', true],
  ['error', 'failed', true],
  ['EXPIRED', 'failed', true],
  ['ABORTED', 'cancelled', true],
] as const)('%s is %s', ([status, state, over]) => {
  const job = readStatus({ status, progress: 0.5, message: null });
  expect(job).toEqual({ state, progress: 0.5 });
  expect(isOver(job)).toBe(over);
});

const { signal } = new AbortController();

test('work is done when its status redirects, even if what it made is gone', async () => {
  await startTestServer((request, response) => {
    if (request.url === '/api/v2/status/1/') response.writeHead(303, { location: '/api/v2/gone/1/?limit=5' }).end('{}');
    else response.writeHead(404).end('{"message": "There is no such thing"}');
  });
  expect(await look('status/1/', signal)).toEqual({ state: 'done', progress: 1, location: 'gone/1/?limit=5' });
});

test('a status nobody may see is a refusal, not work without end', async () => {
  await startTestServer((_request, response) => response.writeHead(404).end('{"message": "There is no status 1"}'));
  await expect(look('status/1/', signal)).rejects.toThrow('There is no status 1');
});

test('what to follow is the Location, else the status id', async () => {
  await startTestServer((request, response) => {
    const headers = request.url?.includes('queued') ? { location: 'http://x/api/v2/projects/1/modelJobs/2/' } : {};
    response.writeHead(202, headers).end('{"statusId": "7"}');
  });
  expect((await begin({ method: 'POST', path: 'queued/' })).follow).toBe('http://x/api/v2/projects/1/modelJobs/2/');
  expect(await begin({ method: 'POST', path: 'plain/' })).toEqual({ follow: '7', reply: { statusId: '7' } });
});
