import { expect, test } from 'vitest';
import { byteHeaders, bytes, htmlPage } from './reply.ts';

const INERT = expect.stringMatching(/^sandbox; default-src 'none'/);

test.each([
  'text/html; charset=utf-8',
  'image/svg+xml',
  'application/xhtml+xml',
  'application/xml',
  'text/xml',
  'text/javascript',
  'application/pdf',
  'application/octet-stream',
  'text/csv; charset=utf-8',
  'application/jsonp',
  'text/plainly-html',
])('%s from anywhere is a download that runs nothing', (type) => {
  expect(byteHeaders(bytes(type, 'x'))).toEqual({
    'content-type': type,
    'content-security-policy': INERT,
    'x-content-type-options': 'nosniff',
    'content-disposition': 'attachment',
  });
});

test.each(['application/json', 'text/plain; charset=utf-8', 'text/event-stream'])('%s is shown as text', (type) => {
  const headers = byteHeaders(bytes(type, 'x'));
  expect(headers['content-disposition']).toBeUndefined();
  expect(headers).toMatchObject({ 'content-security-policy': INERT, 'x-content-type-options': 'nosniff' });
});

test('a route cannot weaken it; the name of a download stays', () => {
  const weak = { 'content-disposition': 'inline', 'content-security-policy': 'default-src *', 'x-other': '1' };
  expect(byteHeaders(bytes('text/html', 'x', weak))).toMatchObject({
    'content-disposition': 'attachment',
    'content-security-policy': INERT,
    'x-other': '1',
  });
  const named = { 'content-disposition': 'attachment; filename="a.csv"' };
  expect(byteHeaders(bytes('text/csv', 'x', named))).toMatchObject(named);
});

test('only a page of our own is displayed, under its own policy', () => {
  expect(byteHeaders(htmlPage('<p>', "default-src 'none'"))).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
  });
});
