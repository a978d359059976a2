import { expect, test } from 'vitest';
import { demandServiceKey } from './service-key.ts';

const cloud = { installation: 'managed-cloud', serviceKey: 'right' } as const;
const byKey = { config: cloud, actor: { via: 'key' } } as const;
const bySession = { config: cloud, actor: { via: 'session' } } as const;

test('self-managed installations ask for no service key', () => {
  const config = { installation: 'self-managed', serviceKey: 'right' } as const;
  expect(() => demandServiceKey({ ...byKey, config }, {})).not.toThrow();
});

test('on the managed cloud the key must be the right one, under either name', () => {
  expect(() => demandServiceKey(byKey, { 'service-key': 'right' })).not.toThrow();
  expect(() => demandServiceKey(byKey, { 'datarobot-key': 'right' })).not.toThrow();
  expect(() => demandServiceKey(byKey, { 'service-key': 'wrong' })).toThrow('does not hold the key');
  expect(() => demandServiceKey(byKey, {})).toThrow('missing');
});

test('only the session of the console needs none, and a wrong one is wrong there too', () => {
  expect(() => demandServiceKey(bySession, {})).not.toThrow();
  expect(() => demandServiceKey(bySession, { 'service-key': 'wrong' })).toThrow('does not hold the key');
  for (const via of ['key', 'token', 'basic', 'job'] as const)
    expect(() => demandServiceKey({ config: cloud, actor: { via } }, {})).toThrow('missing');
});

test('a cloud whose key was not configured is closed, not open', () => {
  const config = { ...cloud, serviceKey: null };
  expect(() => demandServiceKey({ ...byKey, config }, { 'service-key': '' })).toThrow('does not hold');
});
