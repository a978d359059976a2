import type { DirectoryPage } from './model.ts';

/**
 * The pages of one reading as one. Half of a directory may never have been true: somebody reinstated and still in a group
 * they had left. So nothing of a reading counts before all of it was read.
 */
export async function* asOnePage(pages: AsyncIterable<DirectoryPage>): AsyncGenerator<DirectoryPage> {
  const all: DirectoryPage[] = [];
  for await (const page of pages) all.push(page);
  yield {
    principals: all.flatMap(({ principals }) => principals),
    members: all.flatMap(({ members }) => members),
    memberOf: all.flatMap(({ memberOf }) => memberOf),
    removed: all.flatMap(({ removed }) => removed),
    kept: all.flatMap(({ kept }) => kept ?? []),
    complete: all.at(-1)?.complete ?? false,
  };
}
