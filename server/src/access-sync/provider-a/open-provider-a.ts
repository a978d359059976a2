import type { Dispatcher } from 'undici';
import type { Timing } from '#platform/async/retry.ts';
import { type Grant, type ItemPage, mergePages, type Space } from '../model.ts';
import type { Pace } from '../outbound/pace.ts';
import { type HeldItem, type Pass, type ProviderClient, ProviderProblem } from '../provider-client.ts';
import type { ProviderAConfig } from '../provider-config.ts';
import { crawlSpace, pageOf } from './crawl.ts';
import { readPollCursor, writeCursor } from './cursor.ts';
import { readDirectory, readPeople } from './directory.ts';
import { type Drive, openDrive } from './drive.ts';
import { grantOf } from './permission.rules.ts';
import { pollSpace } from './poll.ts';
import { preflight } from './preflight.ts';
import { keyOf, type Reading, readFile, translate } from './reader.ts';
import { driveIdOf, drivePermissions, listSpaces, manyAtOnce, someMember } from './spaces.ts';

/** `pace` is shared by everything that uses the same service account. */
export function openProviderA(
  config: ProviderAConfig,
  timing: Timing,
  pace: Pace,
  network: Dispatcher,
): ProviderClient {
  const drive = openDrive(config, timing, pace, network);
  return {
    preflight: (signal) => preflight(config, drive, signal),
    spaces: (pass) => listSpaces(config, drive, pass.signal),
    async *crawl(space, resume, pass) {
      const { top, reading } = await enter(config, drive, space, pass);
      if (top) yield { ...top, cursor: resume };
      if (reading) yield* crawlSpace(reading, resume, timing.now);
      else yield pageOf([], unreadableUntilChanged, true);
    },
    async *poll(space, cursor, pass) {
      const { top, reading } = await enter(config, drive, space, pass);
      if (top) yield top;
      // Nobody could read the drive before; whoever can now begins with everything.
      if (cursor === unreadableUntilChanged && reading) return yield* crawlSpace(reading, null, timing.now);
      if (reading) yield* pollSpace(reading, readPollCursor(cursor), timing.now);
      else if (cursor === unreadableUntilChanged) yield pageOf([], cursor, true);
      // What is held of its files can no longer be checked: reading everything again finds none and drops them.
      else throw new ProviderProblem('cursorGone', `No member of ${space.name} can be acted for.`);
    },
    async *verify(space, items, pass) {
      const { top, reading } = await enter(config, drive, space, pass);
      if (top) yield top;
      yield await verifyItems(reading, items);
    },
    directory: (pass) => mergePages(readDirectory(drive, pass)),
    people: (groupKeys, pass) => readPeople(drive, groupKeys, pass),
  };
}

/** The cursor of a shared drive that has no member one could act as: its files have no readers either. */
const unreadableUntilChanged = writeCursor({ change: '', since: 0, seen: [] });

interface Entered {
  /** The shared drive itself with its members, read every time. */
  readonly top: ItemPage | null;
  readonly reading: Reading | null;
}

async function enter(config: ProviderAConfig, drive: Drive, space: Space, pass: Pass): Promise<Entered> {
  const driveId = driveIdOf(space);
  if (driveId === null) return { top: null, reading: { drive, pass, as: space.name, driveId } };
  const tick = pass.tick();
  const permissions = await drivePermissions(config, drive, driveId, pass.signal);
  const as = await someMember(drive, permissions, pass.signal);
  const grants: Grant[] = permissions.map(grantOf);
  const item = { key: keyOf(driveId), sourceId: driveId, parentKey: null, name: space.name, kind: 'drive' } as const;
  const top = pageOf([{ upsert: { item, acl: { state: 'known', inherits: false, grants }, tick } }], null, false);
  return { top, reading: as === null ? null : { drive, pass, as, driveId } };
}

async function verifyItems(reading: Reading | null, items: readonly HeldItem[]): Promise<ItemPage> {
  if (reading === null) return pageOf([], null, true);
  const others = items.filter(({ sourceId }) => sourceId !== reading.driveId);
  const translated = await manyAtOnce(others, async (held) => {
    const tick = reading.pass.tick();
    const file = await readFile(reading, held.sourceId);
    const found = file ? await translate(reading, file, tick) : { gone: { key: held.key, tick } };
    if (!('upsert' in found)) return found;
    // The version stays as it was: what is below a folder was not read, and must be when its change is told.
    return { upsert: { ...found.upsert, item: { ...found.upsert.item, etag: held.etag } } };
  });
  return pageOf(translated, null, true);
}
