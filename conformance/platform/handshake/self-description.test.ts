import { expect, test } from 'vitest';
import { call } from '../../support/call.ts';

test('alive and ready', async () => {
  expect((await call('GET', '/healthz', { key: null })).body).toEqual({ status: 'ok' });
  expect((await call('GET', '/readyz', { key: null })).body).toEqual({ status: 'ready' });
});

test('figures for Prometheus', async () => {
  const answer = await call('GET', '/metrics', { key: null });
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(answer.text).toMatch(/^# HELP /m);
  expect(answer.text).toMatch(/http_request/);
});

test('401: the figures are closed to callers from elsewhere, also with an account key', async () => {
  const headers = { 'x-forwarded-for': '203.0.113.9' };
  for (const key of [null, undefined]) {
    const answer = await call('GET', '/metrics', { headers, ...(key === null ? { key } : {}) });
    expect([answer.status, answer.body.code]).toEqual([401, 'platform.metrics_closed']);
  }
});

test('the OpenAPI document names every route and says what is deprecated', async () => {
  const { body } = await call('GET', '/api/v2/openapi.json', { key: null });
  expect(body.openapi).toBe('3.1.0');
  expect(body.paths['/api/v2/version/'].get.operationId).toBeTruthy();
  expect(body.paths['/predApi/v1.0/api_token'].get.deprecated).toBe(true);
});

test('the reference page can be read without a key and loads nothing', async () => {
  const answer = await call('GET', '/docs', { key: null });
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/html');
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(answer.text).toContain('/api/v2/account/apiKeys/');
  expect(answer.text).not.toMatch(/<script|https?:\/\/(?!127\.0\.0\.1)/);
});
