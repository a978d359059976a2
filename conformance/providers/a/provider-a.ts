import { generateKeyPairSync } from 'node:crypto';
import { type Asked, type Faults, faults, type Reply } from '../wire/faults.ts';
import { listen } from '../wire/http.ts';
import { limit } from '../wire/limit.ts';
import { type Random, seeded } from '../wire/random.ts';
import { type Recorder, recorder } from '../wire/recorder.ts';
import { activityReply } from './activity-routes.ts';
import { directoryReply } from './directory-routes.ts';
import { driveReply } from './drive-routes.ts';
import { failed } from './errors.ts';
import { deskOf, type ServiceAccount } from './token.ts';
import { type Policy, type Truth, truthOf } from './truth.ts';
import { emptyWorld, type User, type World } from './world.ts';

/** The fake of provider A on a real socket: Drive, Drive Activity, Directory and the token endpoint on one address. */
export interface ProviderA {
  readonly url: string;
  readonly tokenUrl: string;
  readonly scopeBase: string;
  readonly world: World;
  readonly account: ServiceAccount;
  /** The key file as an administrator would download it. */
  readonly keyFile: { readonly client_email: string; readonly private_key: string; readonly private_key_id: string };
  readonly faults: Faults;
  readonly recorder: Recorder;
  readonly random: Random;
  readonly behaviors: { pageSize: number };
  truth(policy?: Policy): Truth;
  revokeTokens(): void;
  close(): Promise<void>;
}

export interface ProviderAOptions {
  readonly now?: () => number;
  readonly seed?: number;
  readonly rate?: { readonly units: number; readonly windowMs: number };
  readonly latencyMs?: number;
}

export const SCOPES = [
  'admin.directory.group.readonly',
  'admin.directory.user.readonly',
  'drive.readonly',
  'drive.activity.readonly',
] as const;

function userOf(world: World, email: string): User | undefined {
  for (const user of world.users.values()) if (user.email === email) return user;
  return undefined;
}

export async function startProviderA(options: ProviderAOptions = {}): Promise<ProviderA> {
  const now = options.now ?? Date.now;
  const world = emptyWorld(now);
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const scopeBase = 'https://scopes.example/auth';
  const account: ServiceAccount = {
    email: 'sync@project.iam.example',
    keyId: 'key-1',
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    delegated: SCOPES.map((name) => `${scopeBase}/${name}`),
  };
  const desk = deskOf(account, world);
  const meter = options.rate && limit(options.rate, now);
  const fault = faults();
  const notes = recorder();
  const behaviors = { pageSize: 1000 };
  let url = '';

  const answer = (asked: Asked): Reply => {
    if (asked.path === '/token') return desk.issue(asked, `${url}/token`);
    const given = desk.read(asked.headers.authorization);
    const user = given && userOf(world, given.as);
    if (!given || !user) return failed(401, 'authError', 'Invalid Credentials');
    const may = (name: string) => given.scopes.includes(`${scopeBase}/${name}`);
    if (meter && meter.spend(1).left < 0) return failed(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded');
    const noScope = failed(403, 'insufficientPermissions', 'Request had insufficient authentication scopes.');
    if (asked.path === '/v2/activity:query' && asked.method === 'POST')
      return may('drive.activity.readonly') ? activityReply(world, asked, user.email, behaviors.pageSize) : noScope;
    if (asked.method !== 'GET')
      return failed(405, 'httpMethodNotAllowed', `This fake is read-only: ${asked.method} refused`);
    if (asked.path.startsWith('/admin/directory/v1/')) {
      const name = asked.path.includes('/groups') ? 'group' : 'user';
      if (!may(`admin.directory.${name}.readonly`)) return noScope;
      return directoryReply(world, asked, user.admin) ?? failed(404, 'notFound', `Not found: ${asked.path}`);
    }
    if (!may('drive.readonly')) return noScope;
    return (
      driveReply(world, asked, { user }, behaviors.pageSize) ?? failed(404, 'notFound', `Not found: ${asked.path}`)
    );
  };

  const server = await listen({ recorder: notes, faults: fault, now, answer, latencyMs: options.latencyMs });
  url = server.url;
  return {
    url,
    tokenUrl: `${url}/token`,
    scopeBase,
    world,
    account,
    keyFile: {
      client_email: account.email,
      private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      private_key_id: account.keyId,
    },
    faults: fault,
    recorder: notes,
    random: seeded(options.seed ?? 1),
    behaviors,
    truth: (policy = { organizationLinks: 'deny' }) => truthOf(world, policy),
    revokeTokens: () => desk.revokeAll(),
    close: server.close,
  };
}
