import { type ZodType, z } from 'zod';
import type { Links } from '../context.ts';

export const offset = z.int().min(0).default(0);
export const limitUpTo = (most: number, usual = Math.min(100, most)) => z.int().min(1).max(most).default(usual);

/** The query of every paged list; modules extend it with their filters. */
export const pageQuery = (most = 1000) => z.strictObject({ offset, limit: limitUpTo(most) });

/** The orders of a list: each of the fields, ascending or, with a minus in front, descending. */
export const orderBy = <const Field extends string>(fields: readonly Field[]) =>
  z.enum([...fields, ...fields.map((field) => `-${field}` as const)]);

/** An order such as `-name`: the field, and whether it descends. */
export const readOrder = <Field extends string>(order: Field | `-${Field}`) => ({
  field: order.replace(/^-/, '') as Field,
  direction: order.startsWith('-') ? ('desc' as const) : ('asc' as const),
});

export interface Window {
  readonly offset: number;
  readonly limit: number;
}

export const pageOf = <Item extends ZodType>(item: Item) =>
  z.strictObject({
    count: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    data: z.array(item),
    totalCount: z.int(),
  });

export interface Page<Item> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly data: readonly Item[];
  readonly totalCount: number;
}

/**
 * The envelope around one page. `url` is the request line: `next` and `previous` repeat every filter in it,
 * because some clients keep nothing but the query string of `next`.
 */
export function page<Item>(
  links: Links,
  url: string,
  window: Window,
  data: readonly Item[],
  totalCount: number,
): Page<Item> {
  const at = (start: number, limit = window.limit) => {
    // Two slashes at the start would read as a host.
    const address = new URL(url.replace(/^\/+/, '/'), links.origin);
    address.searchParams.set('offset', String(start));
    address.searchParams.set('limit', String(limit));
    return links.absolute(address.pathname + address.search);
  };
  /** Ends where this page begins: near the start it is shorter, so that no item is on both. */
  const before = () => at(Math.max(0, window.offset - window.limit), Math.min(window.limit, window.offset));
  const end = window.offset + data.length;
  return {
    count: data.length,
    next: end < totalCount && data.length > 0 ? at(end) : null,
    previous: window.offset > 0 ? before() : null,
    data,
    totalCount,
  };
}

/** One page of a list that is in memory as a whole. */
export const pageOfList = <One, Item>(
  links: Links,
  url: string,
  window: Window,
  all: readonly One[],
  show: (one: One) => Item,
): Page<Item> => page(links, url, window, all.slice(window.offset, window.offset + window.limit).map(show), all.length);
