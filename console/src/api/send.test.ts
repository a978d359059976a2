import { expect, test } from 'vitest';
import { ApiProblem } from './api-problem.ts';
import { get, patch } from './call.ts';
import { send } from './send.ts';
import { startTestServer } from './test-server.fixture.ts';

const problemOf = (promise: Promise<unknown>): Promise<ApiProblem> =>
  promise.then(
    () => expect.fail('it should have been refused'),
    (error: unknown) => (error instanceof ApiProblem ? error : expect.fail(String(error))),
  );

test('a body goes out as JSON and the answer comes back parsed', async () => {
  await startTestServer((request, response) => {
    request.setEncoding('utf8').on('data', (body) => {
      response.end(JSON.stringify({ method: request.method, url: request.url, body }));
    });
  });
  const answer = await send<unknown>(patch('account/apiKeys/{keyId}/', { keyId: '1', body: { name: 'x' } }));
  expect(answer).toEqual({ method: 'PATCH', url: '/api/v2/account/apiKeys/1/', body: '{"name":"x"}' });
});

test('204 is an answer of nothing', async () => {
  await startTestServer((_request, response) => response.writeHead(204).end());
  expect(await send(get('version/'))).toBeUndefined();
});

test('a refusal keeps the words, the code and the fields of the API', async () => {
  await startTestServer((_request, response) => {
    const body = { message: 'Invalid field data', code: 'request.invalid', errors: { name: 'too long' } };
    response.writeHead(422, { 'x-request-id': 'r1' }).end(JSON.stringify(body));
  });
  const problem = await problemOf(send(get('version/')));
  expect(problem).toMatchObject({ status: 422, message: 'Invalid field data', fields: { name: 'too long' } });
  expect(problem).toMatchObject({ code: 'request.invalid', requestId: 'r1' });
});

test.each([
  [{ detail: 'There is no playground 1' }, { message: 'There is no playground 1', fields: {} }],
  [{ detail: [{ loc: ['body', 'models', 0, 'name'], msg: 'too long' }] }, { fields: { 'models.0.name': 'too long' } }],
])('what generative AI refuses is understood too', async (body, problem) => {
  await startTestServer((_request, response) => response.writeHead(422).end(JSON.stringify(body)));
  expect(await problemOf(send(get('version/')))).toMatchObject(problem);
});

test.each(['<html>Bad gateway</html>', '[]', '{"message": 7}', ''])(
  'a proxy answering %j is told as such',
  async (text) => {
    await startTestServer((_request, response) => response.writeHead(502, 'Bad Gateway').end(text));
    expect((await problemOf(send(get('version/')))).message).toContain('502 Bad Gateway');
  },
);

test('a page in place of JSON is told with its address', async () => {
  await startTestServer((_request, response) => response.end('<html>'));
  expect((await problemOf(send(get('version/')))).message).toContain('/api/v2/version/ is not JSON');
});

test('a server that is away is told with what to do', async () => {
  await startTestServer((request) => request.socket.destroy());
  expect(await problemOf(send(get('version/')))).toMatchObject({
    status: 0,
    message: expect.stringContaining('try again'),
  });
});
