import { randomBytes } from 'node:crypto';
import type { AttackRun } from '../attack-run.ts';
import { type Client, clientOf } from './client.ts';

export interface Person extends Client {
  readonly id: string;
  readonly username: string;
  readonly password: string;
}

/** Everybody the attack needs: people of one organization, and of another one that must see nothing of it. */
export interface People {
  readonly admin: Client;
  /** Owns what is attacked; an ordinary account. */
  readonly owner: Person;
  readonly colleague: Person;
  /** One each with a role on everything the owner shares. */
  readonly observer: Person;
  readonly consumer: Person;
  readonly editor: Person;
  /** Keys of the owner that open nothing any more. */
  readonly expiredKey: string;
  readonly revokedKey: string;
  readonly disabled: Person;
  /** Owns the deployment an agent's key belongs to. */
  readonly agentOwner: Person;
  /** Sends random requests, with an administrator's rights. */
  readonly fuzzer: Person;
  /** Null where no second organization could be made. */
  readonly otherAdmin: Client | null;
  readonly other: Person | null;
}

/** A fresh account with a key of its own. */
export async function aPerson(run: AttackRun, admin: Client, more: object = {}): Promise<Person> {
  const username = `attack-${randomBytes(6).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  const { id } = await admin.make('POST', '/api/v2/users/', { username, password, ...more });
  const token = await admin.make('POST', '/api/v2/api_token/', { username, password });
  const made = await clientOf(run, token.api_token).make('POST', '/api/v2/account/apiKeys/', { name: 'attack' });
  return { ...clientOf(run, made.key ?? made.apiKey), id, username, password };
}

export async function makePeople(run: AttackRun): Promise<People> {
  const admin = clientOf(run, run.adminKey);
  const otherAdmin = await anotherAdministrator(run);
  const person = (more?: object) => aPerson(run, admin, more);
  const disabled = await person();
  await admin.make('PATCH', `/api/v2/users/${disabled.id}/`, { disabled: true });
  const owner = await person({ permissions: ['ENABLE_DATA_CHUNKING_SERVICE'] });
  return {
    admin,
    owner,
    colleague: await person(),
    observer: await person(),
    consumer: await person(),
    editor: await person({ permissions: ['ENABLE_ACL_SYNCHRONIZATION'] }),
    expiredKey: await aKeyThat(owner, (path) =>
      owner.make('PATCH', path, { expireAt: new Date(Date.now() - 60_000).toISOString() }),
    ),
    revokedKey: await aKeyThat(owner, (path) => owner.make('DELETE', path)),
    agentOwner: await person(),
    fuzzer: await person({ role: 'admin' }),
    disabled,
    otherAdmin,
    other: otherAdmin === null ? null : await aPerson(run, otherAdmin),
  };
}

async function aKeyThat(owner: Client, ends: (path: string) => Promise<unknown>): Promise<string> {
  const { id, key } = await owner.make('POST', '/api/v2/account/apiKeys/', { name: 'short-lived' });
  await ends(`/api/v2/account/apiKeys/${id}/`);
  return key;
}

/** Of another organization: made on the command line of our own server, or given as ATTACK_OTHER_KEY. */
async function anotherAdministrator(run: AttackRun): Promise<Client | null> {
  const given = process.env.ATTACK_OTHER_KEY;
  if (given) return clientOf(run, given);
  if (run.local === null) {
    run.report.note('other organizations: ATTACK_OTHER_KEY (an administrator of a second organization) is not set');
    return null;
  }
  const password = randomBytes(12).toString('hex');
  const { apiKey = '' } = await run.local.users([
    ...['create', '--username', `other-${randomBytes(6).toString('hex')}`, '--password', password],
    ...['--organization', 'Other', '--role', 'admin'],
  ]);
  return clientOf(run, apiKey);
}
