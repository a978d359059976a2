import fc from 'fast-check';
import { expect, test } from 'vitest';
import { linksOf } from './origin.ts';
import { type Page, page } from './page.ts';

const links = linksOf('http://host:8080');

/** Follows `next` as a client does and collects what it sees. */
function walk(items: readonly number[], limit: number): number[] {
  const seen: number[] = [];
  for (let url: string | null = `/api/v2/things/?kind=a%20b&limit=${limit}`; url !== null; ) {
    const query: URLSearchParams = new URL(url, links.origin).searchParams;
    expect(query.get('kind')).toBe('a b');
    const offset = Number(query.get('offset') ?? 0);
    const one: Page<number> = page(links, url, { offset, limit }, items.slice(offset, offset + limit), items.length);
    seen.push(...one.data);
    url = one.next;
  }
  return seen;
}

test('following next sees every item once, in order, and keeps the filters', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.integer({ min: 1, max: 7 }), (items, limit) => {
      expect(walk(items, limit)).toEqual(items);
    }),
  );
});

test('following previous sees every item once, from wherever it begins', () => {
  const back = (items: readonly number[], start: number, limit: number): number[] => {
    const seen: number[] = [];
    for (let url: string | null = `/api/v2/things/?offset=${start}&limit=${limit}`; url !== null; ) {
      const query: URLSearchParams = new URL(url, links.origin).searchParams;
      const window = { offset: Number(query.get('offset')), limit: Number(query.get('limit')) };
      const data = items.slice(window.offset, window.offset + window.limit);
      seen.unshift(...data);
      url = page(links, url, window, data, items.length).previous;
    }
    return seen;
  };
  fc.assert(
    fc.property(fc.array(fc.integer()), fc.nat(20), fc.integer({ min: 1, max: 7 }), (items, start, limit) => {
      expect(back(items, start, limit)).toEqual(items.slice(0, start + limit));
    }),
  );
});

test('the ends are null and links are absolute', () => {
  const middle = page(links, '/api/v2/things/?offset=2&limit=2', { offset: 2, limit: 2 }, [3, 4], 6);
  expect(middle).toEqual({
    count: 2,
    next: 'http://host:8080/api/v2/things/?offset=4&limit=2',
    previous: 'http://host:8080/api/v2/things/?offset=0&limit=2',
    data: [3, 4],
    totalCount: 6,
  });
  expect(page(links, '/x/', { offset: 0, limit: 10 }, [], 0)).toMatchObject({ next: null, previous: null, count: 0 });
  expect(page(links, '/x/', { offset: 50, limit: 10 }, [], 3).next).toBeNull();
  expect(page(links, '/x/', { offset: 4, limit: 2 }, [5, 6], 6).next).toBeNull();
});

test.each(['//api/v2/things/?limit=1', '///api/v2/things/?limit=1'])('doubled slashes are no host: %s', (url) => {
  const { next } = page(links, url, { offset: 0, limit: 1 }, [1], 2);
  expect(next).toBe('http://host:8080/api/v2/things/?limit=1&offset=1');
});
