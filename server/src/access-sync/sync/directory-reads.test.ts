import { expect, test } from 'vitest';
import { DirectoryReads, type Reading, type Wanted } from './directory-reads.ts';

const keysOf = (wanted: Wanted): string => (wanted === 'all' ? 'all' : [...wanted].sort().join(' '));

/** Readings that end when the test says so. */
function atHand(kept: readonly string[] = []) {
  const begun: string[] = [];
  const ends: (() => void)[] = [];
  const people = new DirectoryReads((wanted) => {
    begun.push(keysOf(wanted));
    return new Promise<Reading>((resolve) => ends.push(() => resolve({ tookMs: 1, kept })));
  });
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { people, begun, turn, end: () => ends.shift()?.() };
}

test('whoever asks during a reading gets the next, shared with all others who ask meanwhile', async () => {
  const { people, begun, turn, end } = atHand();
  const first = people.ask('all');
  await turn();
  const later = [people.ask(new Set(['a'])), people.ask(new Set(['b', 'a']))];
  await turn();
  expect(begun).toEqual(['all']);
  end();
  await first;
  await turn();
  expect(begun).toEqual(['all', 'a b']);
  end();
  await Promise.all(later);
});

test('a reading that failed keeps no later one from beginning', async () => {
  let tries = 0;
  const people = new DirectoryReads(async () => {
    if (++tries === 1) throw new Error('no answer');
    return { tookMs: 1, kept: [] };
  });
  await expect(people.ask('all')).rejects.toThrow('no answer');
  await expect(people.ask('all')).resolves.toEqual({ tookMs: 1, kept: [] });
});

test('members that were only kept confirm nothing for those who need them', async () => {
  const { people, turn, end } = atHand(['group:staff']);
  const needs = people.confirm(new Set(['group:staff']));
  const others = people.confirm(new Set(['group:board']));
  await turn();
  end();
  await expect(needs).rejects.toThrow(/group:staff could not be read/);
  await expect(others).resolves.toBeUndefined();
});
