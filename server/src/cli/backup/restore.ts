import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { type Command, print } from '../command.ts';
import { CommandProblem, EXIT, usageProblem } from '../command-problem.ts';
import { withDatabaseUrl } from '../with-platform.ts';
import { putBack } from './put-back.ts';
import { BrokenArchive } from './tar-reader.ts';

export const restore: Command = {
  name: 'restore',
  synopsis: ['FILE'],
  about: 'Fill an empty installation from a file that almanac backup wrote',
  options: {},
  optionHelp: [],
  async run(config, { rest }) {
    const [file, ...more] = rest;
    if (!file || more.length > 0)
      throw usageProblem(
        'restore takes one file name, for example: almanac restore almanac.tar.gz --data-dir NEW-FOLDER',
      );
    if (!existsSync(file)) throw new CommandProblem(EXIT.refused, `There is no file ${resolve(file)}. Check its name.`);
    try {
      const made = await withDatabaseUrl(config, (url) => putBack(config, url, resolve(file)));
      print(`Restored ${file}, made ${made.createdAt}: all rows, ${made.blobs} files. Start it with: almanac serve`);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (!(error instanceof BrokenArchive) && !code.startsWith('Z_')) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new CommandProblem(
        EXIT.refused,
        `${file} is not a complete backup: ${reason}. Nothing was restored; use another copy of it.`,
        { cause: error },
      );
    }
  },
};
