import type { ParseArgsConfig } from 'node:util';
import type { Config } from '#config';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What `node:util` made of the words after the command. */
export interface ParsedArguments {
  readonly flags: Readonly<Record<string, string | boolean | (string | boolean)[] | undefined>>;
  readonly rest: readonly string[];
}

/** How the launcher started this process (bin/supervise.js). */
export interface Launch {
  /** How many server processes before this one ended unexpectedly. */
  readonly restarts: number;
  /** Nothing is served: what a killed server left running is stopped. */
  readonly onlyStop: boolean;
}

/** One command of the CLI, as data: help is written from it. */
export interface Command {
  readonly name: string;
  /** After the name: `FILE`, or the forms of its sub-commands. */
  readonly synopsis: readonly string[];
  readonly about: string;
  readonly options?: Options;
  /** One line for each of `options` that is not common to all commands. */
  readonly optionHelp?: readonly (readonly [flag: string, about: string])[];
  run(config: Config, words: ParsedArguments, launch: Launch): Promise<void>;
}

export const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

export const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

/** Columns as wide as their widest cell. */
export function printTable(rows: readonly (readonly string[])[]): void {
  const widths = rows.reduce<number[]>((widest, row) => {
    row.forEach((cell, i) => {
      widest[i] = Math.max(widest[i] ?? 0, cell.length);
    });
    return widest;
  }, []);
  for (const row of rows)
    print(
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('  ')
        .trimEnd(),
    );
}

/** Exit codes that scripts rely on. */
export const EXIT = { refused: 1, usage: 2, unreachable: 3, broken: 70 } as const;

/** A command that ends without doing what it was asked: one sentence, and the next step. */
export class CommandProblem extends Error {
  readonly exitCode: number;

  constructor(exitCode: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.exitCode = exitCode;
  }
}

export const usageProblem = (message: string): CommandProblem => new CommandProblem(EXIT.usage, message);

const COMMON: readonly (readonly [string, string])[] = [
  ['--host ADDRESS', 'address to listen on (ALMANAC_HOST)'],
  ['--port NUMBER', 'port to listen on (ALMANAC_PORT)'],
  ['--data-dir FOLDER', 'the only folder Almanac writes to (ALMANAC_DATA_DIR)'],
  ['-h, --help', 'this text'],
];

export function overview(commands: readonly Command[]): string {
  return [
    'almanac: a self-hosted machine-learning platform',
    '',
    'Usage: almanac COMMAND [OPTIONS]',
    '',
    ...columns(commands.map(({ name, about }) => [name, about])),
    '',
    'Options of every command:',
    ...columns([...COMMON, ['-v, --version', 'the version (without a command)']]),
    '',
    'Settings are environment variables: almanac config lists them, with their values and where these came from.',
    'Exit codes: 0 done, 1 refused, 2 wrong usage, 3 the database or a service cannot be reached, 70 a defect.',
  ].join('\n');
}

export function commandHelp(command: Command): string {
  const forms = command.synopsis.map((form, i) => `${i === 0 ? 'Usage:' : '      '} almanac ${command.name} ${form}`);
  return [
    ...forms.map((form) => form.trimEnd()),
    '',
    `${command.about}.`,
    '',
    'Options:',
    ...columns([...(command.optionHelp ?? []), ...COMMON]),
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
