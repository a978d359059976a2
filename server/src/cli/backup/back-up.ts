import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Config } from '#config';
import { openBlobs } from '#platform/blobs/open-blobs.ts';
import { openDatabase } from '#platform/db/database.ts';
import { secretKey } from '#platform/secrets/secret-key.ts';
import { CommandProblem, EXIT } from '../command-problem.ts';
import type { Ending } from './manifest.ts';
import { TarWriter } from './tar-writer.ts';
import { writeArchive } from './write-archive.ts';

/** Writes the whole installation into one file, which appears when it is complete. */
export async function backUp(
  config: Config,
  databaseUrl: string,
  file: string,
  about: { version: string; now: Date },
): Promise<Ending> {
  if (existsSync(file))
    throw new CommandProblem(EXIT.refused, `${file} exists already. Choose another name or remove it.`);
  const draft = `${file}.unfinished`;
  const db = openDatabase(databaseUrl, { max: 1, applicationName: 'almanac backup' });
  try {
    const client = await db.pool.connect();
    try {
      const { rows } = await client.query<{ found: boolean }>(`select to_regclass('migrations') is not null as found`);
      if (rows[0]?.found !== true)
        throw new CommandProblem(EXIT.refused, 'The database is empty: there is nothing to back up. Check --data-dir.');
      const from = {
        client,
        blobs: config.storageUrl === null ? await openBlobs(config) : null,
        secretKey: await secretKey(config.dataDir, config.secretKey),
        secretKeyIsSetting: config.secretKey !== null,
        ...about,
      };
      const gzip = createGzip({ level: 6 });
      const written = pipeline(gzip, createWriteStream(draft, { mode: 0o600, flush: true }));
      const [ending] = await Promise.all([writeArchive(new TarWriter(gzip), from), written]);
      await rename(draft, file);
      return ending;
    } finally {
      client.release();
    }
  } finally {
    await db.close();
    await rm(draft, { force: true });
  }
}
