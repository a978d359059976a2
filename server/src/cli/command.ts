import type { ParseArgsConfig } from 'node:util';
import type { Config } from '#config';

type Options = NonNullable<ParseArgsConfig['options']>;

/** What `node:util` made of the words after the command. */
export interface Words {
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
  readonly options: Options;
  /** One line for each of `options` that is not common to all commands. */
  readonly optionHelp: readonly (readonly [flag: string, about: string])[];
  run(config: Config, words: Words, launch: Launch): Promise<void>;
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
