import { join } from 'node:path';
import type { Config } from '#config';
import { sweepUploads } from '#platform/blobs/incoming.ts';
import { openBlobs } from '#platform/blobs/open-blobs.ts';
import { type Clock, systemClock } from '#platform/clock.ts';
import type { Platform } from '#platform/context.ts';
import { openDatabase, underStartLock } from '#platform/db/database.ts';
import { migrate } from '#platform/db/migrate.ts';
import { openEvents } from '#platform/events/open-events.ts';
import { openJobs } from '#platform/jobs/open-jobs.ts';
import type { Logger } from '#platform/log/logger.ts';
import { secretKey } from '#platform/secrets/secret-key.ts';
import { createSecrets } from '#platform/secrets/secrets.ts';
import { ServiceRegistry } from '#platform/services.ts';

export interface OpenPlatform {
  readonly platform: Platform;
  close(): Promise<void>;
}

export interface OpenOptions {
  readonly databaseUrl: string;
  readonly role: 'serve' | 'work' | 'command' | 'test';
  readonly log: Logger;
  readonly now?: Clock;
  readonly connections?: number;
}

/** Where the migrations lie: beside the sources, and beside the bundle. */
export const MIGRATIONS = join(import.meta.dirname, '..', 'migrations');

/** Opens everything the parts stand on, in the order they need each other; closes in the opposite order. */
export async function openPlatform(config: Config, options: OpenOptions): Promise<OpenPlatform> {
  const { log, role } = options;
  const db = openDatabase(options.databaseUrl, { max: options.connections ?? 10, applicationName: `almanac ${role}` });
  try {
    const jobs = await underStartLock(db, async () => {
      const applied = await migrate(db, MIGRATIONS);
      if (applied.length > 0) log.info({ applied }, 'database migrated');
      return openJobs(db, log);
    });
    const secrets = createSecrets(await secretKey(config.dataDir, config.secretKey));
    const events = openEvents(jobs, log);
    const blobs = await openBlobs(config);
    const now = options.now ?? systemClock;
    // A store that cannot be reached now may be reachable later: what was left behind waits for another start.
    if (role !== 'command') {
      await sweepUploads(blobs, now()).catch((err: unknown) => log.warn({ err }, 'Old uploads could not be swept'));
    }
    const services = new ServiceRegistry(() => platform);
    const platform: Platform = { config, db, jobs, events, blobs, secrets, services, now, log };
    return {
      platform,
      close: async () => {
        await jobs.close();
        await db.close();
      },
    };
  } catch (error) {
    await db.close();
    throw error;
  }
}
