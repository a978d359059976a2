import { randomBytes } from 'node:crypto';
import { type CallOptions, call } from './call.ts';

export interface Person {
  readonly id: string;
  readonly username: string;
  readonly password: string;
  /** The account's API token. */
  readonly token: string;
}

/** A fresh account made over the API, so that suites do not disturb each other. */
export async function aPerson(
  more: Readonly<Record<string, unknown>> = {},
  /** Another server than the shared one, and the key of its administrator. */
  at: Pick<CallOptions, 'url' | 'key'> = {},
): Promise<Person> {
  const username = `person-${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const made = await call('POST', '/api/v2/users/', { ...at, json: { username, password, ...more } });
  if (made.status !== 201) throw new Error(`No person could be made: ${made.status} ${made.text}`);
  const { body } = await call('POST', '/api/v2/api_token/', { ...at, key: null, json: { username, password } });
  return { id: made.body.id, username, password, token: body.api_token };
}
