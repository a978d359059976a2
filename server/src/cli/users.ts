import { text as readText } from 'node:stream/consumers';
import { createUser, disableUser, listUsers, newSecretText, resetLinkByOwner } from '#accounts';
import type { Config } from '#config';
import { type Command, type ParsedArguments, print, printJson, printTable, usageProblem } from './command.ts';
import { withPlatform } from './with-platform.ts';

const HELP = 'See: almanac users --help';
const ROLES = ['admin', 'user'] as const;

export const users: Command = {
  name: 'users',
  synopsis: [
    'create --username NAME (--password P | --password-stdin) [OPTIONS]',
    'list [--json]',
    'disable NAME [--json]',
    'reset-password NAME [--json]',
  ],
  about: 'Manage accounts, whether the server is running or stopped',
  options: {
    username: { type: 'string' },
    password: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    organization: { type: 'string' },
    role: { type: 'string' },
    permission: { type: 'string', multiple: true },
    'created-at': { type: 'string' },
    json: { type: 'boolean' },
  },
  optionHelp: [
    ['--username NAME', 'name to sign in with'],
    ['--password P', 'password; others on this machine may see it while the command runs'],
    ['--password-stdin', 'read the password from standard input'],
    ['--organization NAME', 'made when there is none of that name; default: Default'],
    ['--role admin|user', 'default: user'],
    ['--permission NAME', 'a permission to give; may be repeated'],
    ['--created-at ISO', 'when the account is said to have begun; default: now'],
    ['--json', 'print the result as JSON; for create with a fresh API key'],
  ],
  async run(config, words) {
    const [action, ...rest] = words.rest;
    if (action === 'create' && rest.length === 0) return create(config, words);
    if (action === 'list' && rest.length === 0) return list(config, words);
    if (action === 'disable' && rest.length === 1) return disable(config, words, rest[0] ?? '');
    if (action === 'reset-password' && rest.length === 1) return resetPassword(config, words, rest[0] ?? '');
    throw usageProblem(
      `users takes one of create, list, disable NAME, reset-password NAME; got ${JSON.stringify(words.rest.join(' '))}. ${HELP}`,
    );
  },
};

async function create(config: Config, { flags }: ParsedArguments): Promise<void> {
  const username = text(flags.username);
  if (username === undefined) throw usageProblem(`users create needs --username NAME. ${HELP}`);
  const role = ROLES.find((known) => known === (flags.role ?? 'user'));
  if (role === undefined)
    throw usageProblem(`--role must be admin or user, got ${JSON.stringify(flags.role)}. ${HELP}`);
  const organization = text(flags.organization);
  const createdAt = moment(text(flags['created-at']));
  const password = await passwordFrom(flags);
  const key = newSecretText('key');
  const user = await withPlatform(config, (platform) =>
    createUser(platform, {
      username,
      password,
      role,
      permissions: Array.isArray(flags.permission) ? flags.permission.map(String) : [],
      apiKey: { name: 'Made with the account', key },
      ...(organization === undefined ? {} : { organization }),
      ...(createdAt === undefined ? {} : { createdAt }),
    }),
  );
  if (flags.json === true)
    return printJson({
      id: user.id,
      username: user.username,
      organizationId: user.organization_id,
      role: user.role,
      apiKey: key,
    });
  print(`Created ${user.username} (${user.role}). API key, shown only now: ${key}`);
}

async function list(config: Config, { flags }: ParsedArguments): Promise<void> {
  const everybody = await withPlatform(config, listUsers);
  if (flags.json === true) return printJson(everybody);
  printTable([
    ['ID', 'USERNAME', 'ORGANIZATION', 'ROLE', 'CREATED', 'STATE'],
    ...everybody.map((user) => [
      user.id,
      user.username,
      user.organization,
      user.role,
      user.createdAt,
      user.disabled ? 'disabled' : 'active',
    ]),
  ]);
}

async function disable(config: Config, { flags }: ParsedArguments, name: string): Promise<void> {
  const { id, username } = await withPlatform(config, (platform) => disableUser(platform, name));
  if (flags.json === true) return printJson({ id, username, disabled: true });
  print(`Disabled ${username}: every key, token and session of the account has stopped working.`);
}

/** For owners of the machine: also the last administrator who forgot their password gets in again. */
async function resetPassword(config: Config, { flags }: ParsedArguments, name: string): Promise<void> {
  const origin = config.publicUrl ?? `http://${config.host}:${config.port}`;
  const { username, link, expiresAt } = await withPlatform(config, (platform) =>
    resetLinkByOwner(platform, name, origin),
  );
  if (flags.json === true) return printJson({ username, link, expiresAt: expiresAt.toISOString() });
  print(`A new password for ${username} is chosen here, once, until ${expiresAt.toISOString()}: ${link}`);
}

async function passwordFrom(flags: ParsedArguments['flags']): Promise<string> {
  const given = text(flags.password);
  const fromInput = flags['password-stdin'] === true;
  if ((given !== undefined) === fromInput)
    throw usageProblem(`users create needs either --password P or --password-stdin. ${HELP}`);
  const password = given ?? (await readText(process.stdin)).replace(/\r?\n$/, '');
  if (password === '') throw usageProblem(`The password is empty. ${HELP}`);
  return password;
}

function moment(iso: string | undefined): Date | undefined {
  if (iso === undefined) return undefined;
  const date = new Date(iso);
  if (/^\d{4}-\d{2}-\d{2}/.test(iso) && !Number.isNaN(date.getTime())) return date;
  throw usageProblem(
    `--created-at must be a date like 2020-05-01 or 2020-05-01T12:00:00Z, got ${JSON.stringify(iso)}.`,
  );
}

const text = (flag: ParsedArguments['flags'][string]): string | undefined =>
  typeof flag === 'string' ? flag : undefined;
