import { z } from 'zod';
import type { ItemPage } from '../model.ts';
import { type CrawlCursor, readCrawlCursor, writeCursor } from './cursor.ts';
import { bodyOf } from './drive.ts';
import { listFiles, type Reading, readFile, type Translated, translate, translateAll } from './reader.ts';
import { pageOf } from './subtree.ts';

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
  const { since, change, page } = (await resumed(reading, resume)) ?? (await begin(reading, now));
  if (reading.driveId === null) yield await topOf(reading, resume);
  for (let at: string | null = page === '' ? null : page; ; ) {
    const tick = reading.pass.tick();
    const listed = await listFiles(reading, reading.driveId === null ? "'me' in owners" : '', at);
    const translated = (await translateAll(reading, listed.files, tick)).map(unsettled);
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
function unsettled(one: Translated): Translated {
  if (!('upsert' in one) || one.upsert.item.kind !== 'folder') return one;
  return { upsert: { ...one.upsert, item: { ...one.upsert.item, etag: null } } };
}

/** Null to begin anew: also when the place in the change feed was lost since, for then the crawl would lead nowhere. */
async function resumed({ drive, as, driveId, pass }: Reading, resume: string | null): Promise<CrawlCursor | null> {
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
