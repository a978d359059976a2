import type { Command } from './command.ts';

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
    ...columns([...command.optionHelp, ...COMMON]),
  ].join('\n');
}

function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...rows.map(([left]) => left.length));
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`);
}
