import { expect, test } from 'vitest';
import { requireServiceKey } from './service-key.ts';

const cloud = { installation: 'managed-cloud', serviceKey: 'right' } as const;
const byKey = { config: cloud, actor: { via: 'key' } } as const;
const bySession = { config: cloud, actor: { via: 'session' } } as const;

test('self-managed installations ask for no service key', () => {
  const config = { installation: 'self-managed', serviceKey: 'right' } as const;
  expect(() => requireServiceKey({ ...byKey, config }, {})).not.toThrow();
});

test('on the managed cloud the key must be the right one, under either name', () => {
  expect(() => requireServiceKey(byKey, { 'service-key': 'right' })).not.toThrow();
  expect(() => requireServiceKey(byKey, { 'datarobot-key': 'right' })).not.toThrow();
  expect(() => requireServiceKey(byKey, { 'service-key': 'wrong' })).toThrow('does not hold the key');
  expect(() => requireServiceKey(byKey, {})).toThrow('missing');
});

test('only the session of the console needs none, and a wrong one is wrong there too', () => {
  expect(() => requireServiceKey(bySession, {})).not.toThrow();
  expect(() => requireServiceKey(bySession, { 'service-key': 'wrong' })).toThrow('does not hold the key');
  for (const via of ['key', 'token', 'basic', 'job'] as const)
    expect(() => requireServiceKey({ config: cloud, actor: { via } }, {})).toThrow('missing');
});

test('a cloud whose key was not configured is closed, not open', () => {
  const config = { ...cloud, serviceKey: null };
  expect(() => requireServiceKey({ ...byKey, config }, { 'service-key': '' })).toThrow('does not hold');
});
