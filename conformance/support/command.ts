import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Installation } from './installation.ts';

const PROGRAM = join(import.meta.dirname, '..', '..', 'bin', 'almanac.js');

export interface MadeUser {
  readonly id: string;
  readonly organizationId: string;
  readonly apiKey: string;
}

/** A person made on the command line of an installation: the way to other organizations and to accounts of long ago. */
export async function userByCommand(
  { env }: Installation,
  username: string,
  ...options: readonly string[]
): Promise<MadeUser> {
  const args = ['users', 'create', '--username', username, '--password', 'a long password', ...options, '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, ...args], {
    env: { ...process.env, ...env },
  });
  return JSON.parse(stdout);
}
