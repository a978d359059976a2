import { expect, test } from 'vitest';
import { needFinder } from './route-need.ts';

const needOf = needFinder({
  'DELETE deployments/{deploymentId}/': { object: 'deployment', param: 'deploymentId', need: 'own' },
  'POST deployments/{deploymentId}/{kind}/': { object: 'deployment', param: 'deploymentId', need: 'write' },
  'POST deployments/{deploymentId}/copies/': {},
  'POST users/': { administrator: true },
  'POST aclConnections/': { permission: 'ENABLE_ACL_SYNCHRONIZATION' },
});

test('a call needs what its route needs, on the object that its path names', () => {
  expect(needOf({ method: 'DELETE', path: 'deployments/a%2Fb/' })).toEqual({
    object: { object: 'deployment', id: 'a/b', need: 'own' },
  });
  expect(needOf({ method: 'POST', path: 'users/' })).toEqual({ administrator: true });
  expect(needOf({ method: 'POST', path: 'aclConnections/' })).toEqual({
    permission: 'ENABLE_ACL_SYNCHRONIZATION',
  });
});

test('a word of a path is not taken for a parameter of another route', () => {
  expect(needOf({ method: 'POST', path: 'deployments/a/copies/' })).toEqual({});
  expect(needOf({ method: 'POST', path: 'deployments/a/tags/' }).object?.need).toBe('write');
});

test('what is in no table needs nothing that could be asked for', () => {
  expect(needOf({ method: 'GET', path: 'deployments/a/' })).toEqual({});
});
