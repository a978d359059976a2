import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import packageFile from '../../../../package.json' with { type: 'json' };
import { type Command, print } from '../command.ts';
import { CommandProblem, EXIT, usageProblem } from '../command-problem.ts';
import { withDatabaseUrl } from '../with-platform.ts';
import { backUp } from './back-up.ts';

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

export const backup: Command = {
  name: 'backup',
  synopsis: ['FILE'],
  about: 'Write the whole installation (rows, files, secret key) into one file; the server may be running or stopped',
  options: {},
  optionHelp: [],
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
    const ending = await withDatabaseUrl(config, (url) => backUp(config, url, resolve(file), about));
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
