import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Config } from '#config';
import { openBlobs } from '#platform/blobs/open-blobs.ts';
import { openDatabase } from '#platform/db/database.ts';
import { secretKey } from '#platform/secrets/secret-key.ts';
import packageFile from '../../../../package.json' with { type: 'json' };
import { type Command, CommandProblem, EXIT, print, usageProblem } from '../command.ts';
import { withDatabaseUrl } from '../with-platform.ts';
import { type Ending, writeArchive } from './archive.ts';
import { TarWriter } from './tar.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const backup: Command = {
  name: 'backup',
  synopsis: ['FILE'],
  about: 'Write the whole installation (rows, files, secret key) into one file; the server may be running or stopped',
  async run(config, { rest }) {
    const [file, ...more] = rest;
    if (!file || more.length > 0)
      throw usageProblem('backup takes one file name, for example: almanac backup almanac.tar.gz');
    if (config.databaseUrl === null && !existsSync(join(config.dataDir, 'postgres')))
      throw new CommandProblem(
        EXIT.refused,
        `There is no installation in ${config.dataDir}. Name its folder with --data-dir FOLDER.`,
      );
    const about = { version: packageFile.version, now: new Date() };
    const ending = await withDatabaseUrl(config, (url) => writeBackup(config, url, resolve(file), about));
    const { size } = await stat(file);
    print(`Wrote ${file} (${megabytes(size)}): all rows, ${ending.blobs} files (${megabytes(ending.blobBytes)}).`);
    print(
      config.secretKey === null
        ? 'It holds the secret key: keep it as safe as the data folder.'
        : 'It does not hold the secret key: restore it with the same ALMANAC_SECRET_KEY.',
    );
    if (config.storageUrl !== null)
      print('It does not hold the files in ALMANAC_STORAGE_URL: back the bucket up beside it.');
  },
};

/** Writes the whole installation into one file, which appears when it is complete. */
export async function writeBackup(
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
