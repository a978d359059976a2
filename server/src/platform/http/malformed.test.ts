import { expect, test } from 'vitest';
import { malformedReply } from './connections.ts';

test.each([
  ['HPE_HEADER_OVERFLOW', 431],
  ['ERR_HTTP_REQUEST_TIMEOUT', 408],
  ['HPE_INVALID_METHOD', 400],
  ['constructor', 400],
])('%s is answered with %i, an id and JSON', (code, status) => {
  const answer = malformedReply(Object.assign(new Error('why'), { code }), 'id-1');
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain('\r\ncontent-type: application/json\r\n');
  expect(head).toContain('\r\nx-request-id: id-1\r\n');
  expect(JSON.parse(body)).toEqual({ message: 'The request is not valid HTTP: why', code: 'http.malformed' });
});
