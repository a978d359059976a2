import type { Ctx } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';

/** A page of a list that is in memory; a limit of 0 means all of it. */
export function memoryPage<T, Shown>(
  { links }: Ctx,
  url: string,
  { offset, limit }: { readonly offset: number; readonly limit: number },
  all: readonly T[],
  show: (item: T) => Shown,
) {
  const window = { offset, limit: limit === 0 ? Math.max(1, all.length) : limit };
  return page(links, url, window, all.slice(offset, offset + window.limit).map(show), all.length);
}
