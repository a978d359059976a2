import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { readConfig } from '#config';
import packageFile from '../../../package.json' with { type: 'json' };
import { backup } from './backup/backup.ts';
import { restore } from './backup/restore.ts';
import { type Command, commandHelp, type Launch, overview, print, usageProblem } from './command.ts';
import { config } from './config.ts';
import { doctor } from './doctor/doctor.ts';
import { explain } from './explain.ts';
import { serve } from './serve.ts';
import { users } from './users.ts';
import { work } from './work.ts';

export const commands: readonly Command[] = [serve, work, config, doctor, users, backup, restore];

const COMMON = {
  host: { type: 'string' },
  port: { type: 'string' },
  'data-dir': { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const BY_HAND: Launch = { restarts: 0, onlyStop: false };

/** The whole program: never throws, sets the exit code. */
export async function main(args: readonly string[], launch: Launch = BY_HAND): Promise<void> {
  // Files of this program and its children are private to its user.
  process.umask(0o077);
  // A closed pipe (`almanac users list | head`) ends the printing, not the work.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe);
  try {
    await dispatch(args, launch);
  } catch (error) {
    const { message, exitCode } = explain(error);
    process.stderr.write(`${message}\n`);
    process.exitCode = exitCode;
  }
}

function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

async function dispatch([name, ...args]: readonly string[], launch: Launch): Promise<void> {
  if (name === '--version' || name === '-v') return print(packageFile.version);
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') return print(overview(commands));
  const command = commands.find((each) => each.name === name);
  if (!command) throw usageProblem(`There is no command ${JSON.stringify(name)}. See: almanac --help`);
  const { values, positionals } = parseWords(command, args);
  if (values.help === true) return print(commandHelp(command));
  const flag = (flagName: keyof typeof COMMON) => values[flagName] as string | undefined;
  const settings = readConfig(process.env, {
    ALMANAC_HOST: flag('host'),
    ALMANAC_PORT: flag('port'),
    ALMANAC_DATA_DIR: flag('data-dir'),
  });
  await command.run(settings, { flags: values, rest: positionals }, launch);
}

function parseWords(command: Command, args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options: { ...COMMON, ...command.options }, allowPositionals: true });
  } catch (error) {
    const reason = (error as Error).message.split('. ')[0];
    throw usageProblem(`${reason}. See: almanac ${command.name} --help`);
  }
}

// The launcher imports this file; the server starts its workers by running it.
if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
