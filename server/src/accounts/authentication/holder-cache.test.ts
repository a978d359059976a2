import { expect, test } from 'vitest';
import { actorOf } from '../directory/user.rules.ts';
import { type Holder, HolderCache } from './holder-cache.ts';

function holder(id: string, deploymentId: string | null = null): Holder {
  const held = {
    id,
    username: id,
    username_key: id,
    email_key: null,
    organization_id: 'o',
    role: 'user' as const,
    permissions: [],
    created_at: new Date(0),
    via: 'key' as const,
    key_id: `key of ${id}`,
    ends_at: null,
    deployment_id: deploymentId,
  };
  return { ...held, actor: actorOf(held, 'key') };
}

function listeningCache(): HolderCache {
  const cache = new HolderCache();
  cache.listening(true);
  return cache;
}

test('what is remembered is found until its user changes', () => {
  const cache = listeningCache();
  cache.remember('h1', holder('a'), cache.generation);
  cache.remember('h2', holder('a'), cache.generation);
  cache.remember('h3', holder('b'), cache.generation);
  cache.forgetUser('a');
  expect([cache.find('h1'), cache.find('h2'), cache.find('h3')?.id]).toEqual([undefined, undefined, 'b']);
});

test('what was read before a change is not remembered after it', () => {
  const cache = listeningCache();
  const readAt = cache.generation;
  cache.forgetUser('a');
  cache.remember('h1', holder('a'), readAt);
  expect(cache.find('h1')).toBeUndefined();
});

test('keys that speak for a deployment are forgotten when it changes, or any of them may have', () => {
  const cache = listeningCache();
  const remember = (hash: string, of: string | null) => cache.remember(hash, holder('a', of), cache.generation);
  for (const [hash, of] of [
    ['h1', null],
    ['h2', 'd1'],
    ['h3', 'd2'],
  ] as const)
    remember(hash, of);
  const left = () => ['h1', 'h2', 'h3'].filter((hash) => cache.find(hash) !== undefined);
  cache.forgetAgents('d1');
  expect(left()).toEqual(['h1', 'h3']);
  cache.forgetAgents('*');
  expect(left()).toEqual(['h1']);
  cache.forgetUser('a');
  expect(left()).toEqual([]);
});

test('without announcements nothing is remembered, and what was is forgotten', () => {
  const cache = listeningCache();
  cache.remember('h1', holder('a'), cache.generation);
  cache.listening(false);
  expect(cache.find('h1')).toBeUndefined();
  cache.remember('h1', holder('a'), cache.generation);
  expect(cache.find('h1')).toBeUndefined();
});

test('it does not grow without end: the oldest goes first', () => {
  const cache = listeningCache();
  for (let n = 0; n < 10_005; n++) cache.remember(`h${n}`, holder(`u${n}`), cache.generation);
  expect(cache.size).toBe(10_000);
  expect(cache.find('h4')).toBeUndefined();
  expect(cache.find('h5')?.id).toBe('u5');
});
