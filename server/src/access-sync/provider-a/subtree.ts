import type { ItemPage } from '../model.ts';
import { isFolder, isGone, listFiles, type Reading, type Translated, translateAll } from './reader.ts';

/** Everything below a folder, read from the provider: it may know items there that nobody has told us about. */
export async function* subtree(reading: Reading, folderId: string): AsyncGenerator<ItemPage> {
  const waiting = [folderId];
  const visited = new Set(waiting);
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop())
    for (let page: string | null = null; ; ) {
      const tick = reading.pass.tick();
      const listed = await listFiles(reading, `'${folder}' in parents`, page);
      yield pageOf(await translateAll(reading, listed.files, tick), null, false);
      for (const file of listed.files) {
        if (!isFolder(file) || isGone(reading, file) || visited.has(file.id)) continue;
        visited.add(file.id);
        waiting.push(file.id);
      }
      page = listed.next;
      if (page === null) break;
    }
}

export function pageOf(translated: readonly Translated[], cursor: string | null, complete: boolean): ItemPage {
  return {
    upserts: translated.flatMap((one) => ('upsert' in one ? [one.upsert] : [])),
    deletes: translated.flatMap((one) => ('gone' in one ? [one.gone] : [])),
    cursor,
    complete,
  };
}
