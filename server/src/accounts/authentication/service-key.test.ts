import { expect, test } from 'vitest';
import { demandServiceKey } from './service-key.ts';

const cloud = { installation: 'managed-cloud', serviceKey: 'right' } as const;

test('self-managed installations ask for no service key', () => {
  expect(() => demandServiceKey({ installation: 'self-managed', serviceKey: 'right' }, {})).not.toThrow();
});

test('on the managed cloud the key must be the right one, under either name', () => {
  expect(() => demandServiceKey(cloud, { 'service-key': 'right' })).not.toThrow();
  expect(() => demandServiceKey(cloud, { 'datarobot-key': 'right' })).not.toThrow();
  expect(() => demandServiceKey(cloud, { 'service-key': 'wrong' })).toThrow('does not hold the key');
  expect(() => demandServiceKey(cloud, {})).toThrow('missing');
});

test('a cloud whose key was not configured is closed, not open', () => {
  expect(() => demandServiceKey({ ...cloud, serviceKey: null }, { 'service-key': '' })).toThrow('does not hold');
});
