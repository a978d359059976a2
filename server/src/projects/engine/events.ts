import type { CalendarEvent } from '@almanac/engine';
import type { Platform } from '#platform/context.ts';
import { readBytes } from './project-blobs.ts';

/** Events of the project's calendar, as they were when the target was set; a JSON list of time, name and series. */
export async function loadEvents(platform: Platform, key: string | undefined): Promise<readonly CalendarEvent[]> {
  if (key === undefined) return [];
  return JSON.parse(Buffer.from(await readBytes(platform, key)).toString('utf8')) as CalendarEvent[];
}
