import { z } from 'zod';
import type { ItemPage } from '../model.ts';
import { type CrawlCursor, readCrawlCursor, writeCursor } from './cursor.ts';
import { bodyOf } from './drive.ts';
import {
  isFolder,
  isGone,
  listFiles,
  type Reading,
  readFile,
  type Translated,
  translate,
  translateAll,
} from './reader.ts';

const StartToken = z.looseObject({ startPageToken: z.string() });

/**
 * Everything in the space. The places in both feeds are taken before the first page, so that what changes during the
 * crawl is told by the first poll after it.
 */
export async function* crawlSpace(
  reading: Reading,
  resume: string | null,
  now: () => number,
): AsyncGenerator<ItemPage> {
  const { since, change, page } = (await resumeCursor(reading, resume)) ?? (await begin(reading, now));
  if (reading.driveId === null) yield await topOf(reading, resume);
  for (let at: string | null = page === '' ? null : page; ; ) {
    const tick = reading.pass.tick();
    const listed = await listFiles(reading, reading.driveId === null ? "'me' in owners" : '', at);
    const translated = (await translateAll(reading, listed.files, tick)).map(withoutEtag);
    at = listed.next;
    const done = writeCursor(at === null ? { change, since, seen: [] } : { change, since, page: at });
    yield pageOf(translated, done, at === null);
    if (at === null) return;
  }
}

/**
 * The files of a folder may have been read before the folder itself. Without its version the first change of the folder
 * reads them again, even when that change came in between.
 */
function withoutEtag(one: Translated): Translated {
  if (!('upsert' in one) || one.upsert.item.kind !== 'folder') return one;
  return { upsert: { ...one.upsert, item: { ...one.upsert.item, etag: null } } };
}

/** Null to begin anew: also when the place in the change feed was lost since, for then the crawl would lead nowhere. */
async function resumeCursor({ drive, as, driveId, pass }: Reading, resume: string | null): Promise<CrawlCursor | null> {
  if (resume === null) return null;
  const cursor = readCrawlCursor(resume);
  const params = {
    supportsAllDrives: true,
    pageToken: cursor.change,
    pageSize: 1,
    fields: 'newStartPageToken',
    ...(driveId !== null && { includeItemsFromAllDrives: true, driveId }),
  };
  const { status } = await drive.files('/changes', params, as, pass.signal);
  return status === 200 ? cursor : null;
}

async function begin({ drive, as, driveId, pass }: Reading, now: () => number) {
  const since = now();
  const params = { supportsAllDrives: true, fields: 'startPageToken', ...(driveId !== null && { driveId }) };
  const reply = await drive.files('/changes/startPageToken', params, as, pass.signal);
  return { since, change: bodyOf(StartToken, reply, '/changes/startPageToken').startPageToken, page: '' };
}

/** The top of a person's files is in no list. */
async function topOf(reading: Reading, cursor: string | null): Promise<ItemPage> {
  const tick = reading.pass.tick();
  const top = await readFile(reading, 'root');
  return pageOf(top ? [await translate(reading, top, tick)] : [], cursor, false);
}

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
