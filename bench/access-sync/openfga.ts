import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Subject } from '../../server/src/access-sync/model.ts';
import { endProcess, isUp } from '../processes.ts';
import { acls, emailOf, groupKey, itemName, memberships, parents } from './world.ts';

/** What OpenFGA is asked to hold: the same tree, grants and groups, in its own words. */
const MODEL = {
  schema_version: '1.1',
  type_definitions: [
    { type: 'user' },
    {
      type: 'group',
      relations: { member: { this: {} } },
      metadata: {
        relations: {
          member: { directly_related_user_types: [{ type: 'user' }, { type: 'group', relation: 'member' }] },
        },
      },
    },
    {
      type: 'item',
      relations: {
        parent: { this: {} },
        viewer: {
          union: {
            child: [
              { this: {} },
              { tupleToUserset: { tupleset: { relation: 'parent' }, computedUserset: { relation: 'viewer' } } },
            ],
          },
        },
      },
      metadata: {
        relations: {
          parent: { directly_related_user_types: [{ type: 'item' }] },
          viewer: {
            directly_related_user_types: [
              { type: 'user' },
              { type: 'user', wildcard: {} },
              { type: 'group', relation: 'member' },
            ],
          },
        },
      },
    },
  ],
};

interface Tuple {
  readonly user: string;
  readonly relation: string;
  readonly object: string;
}

const asUser = (key: string): string => `user:${emailOf(Number(key.slice('user:u'.length)))}`;

function nameOf(subject: Subject): string {
  if (subject.kind === 'tenant') return 'user:*';
  if (subject.kind === 'group') return `${subject.key}#member`;
  return 'key' in subject ? asUser(subject.key) : '';
}

function tuples(): Tuple[] {
  const all = new Map<string, Tuple>();
  const add = (tuple: Tuple) => all.set(JSON.stringify(tuple), tuple);
  for (const [n, acl] of acls.entries()) {
    const object = `item:${itemName(n)}`;
    const parent = parents[n];
    if (acl.state !== 'known') continue;
    // An item that does not inherit has no parent here: that is how this model says it.
    if (acl.inherits && parent != null) add({ user: `item:${itemName(parent)}`, relation: 'parent', object });
    for (const { subject } of acl.grants) add({ user: nameOf(subject), relation: 'viewer', object });
  }
  for (const { group, member } of memberships)
    add({ user: nameOf(member), relation: 'member', object: groupKey(group) });
  return [...all.values()];
}

export interface OpenFga {
  check(user: number, item: number): Promise<boolean>;
  readonly loadSeconds: number;
  readonly version: string | null;
  stop(): Promise<void>;
}

/** Started on a database of its own on the same PostgreSQL, and filled. */
export async function startOpenFga(program: string, databaseUrl: string, port: number): Promise<OpenFga> {
  const admin = new pg.Client({ connectionString: databaseUrl });
  await admin.connect();
  await admin.query('CREATE DATABASE openfga');
  await admin.end();
  const url = new URL(databaseUrl);
  url.pathname = '/openfga';
  url.searchParams.set('sslmode', 'disable');
  const store = ['--datastore-engine', 'postgres', '--datastore-uri', url.href];
  execFileSync(program, ['migrate', ...store], { stdio: 'ignore' });
  const addresses = [`--http-addr=127.0.0.1:${port}`, `--grpc-addr=127.0.0.1:${port + 1}`];
  const limits = ['--max-tuples-per-write=1000', '--request-timeout=60s'];
  const options = [...store, ...addresses, ...limits, '--playground-enabled=false', '--log-level=none'];
  const child = spawn(program, ['run', ...options], { stdio: 'ignore' });
  const base = `http://127.0.0.1:${port}`;
  const post = async (path: string, body: unknown) => {
    const reply = await fetch(base + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = (await reply.json()) as Record<string, unknown>;
    if (!reply.ok) throw new Error(`OpenFGA ${path}: ${JSON.stringify(answer)}`);
    return answer;
  };
  const stop = () => endProcess(child, 'SIGTERM');
  try {
    const loaded = await filled(base, post);
    // As our own tables are before they are measured.
    const owner = new pg.Client({ connectionString: url.href });
    await owner.connect();
    await owner.query('VACUUM ANALYZE');
    await owner.end();
    return { ...loaded, version: versionOf(program), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

type Post = (path: string, body: unknown) => Promise<Record<string, unknown>>;

function versionOf(program: string): string | null {
  const { stdout, stderr } = spawnSync(program, ['version'], { encoding: 'utf8' });
  return /v?(\d+\.\d+\.\d+)/.exec(`${stdout}${stderr}`)?.[1] ?? null;
}

async function filled(base: string, post: Post): Promise<Omit<OpenFga, 'stop' | 'version'>> {
  for (let tries = 0; !(await isUp(`${base}/healthz`)); tries++) {
    if (tries > 300) throw new Error('OpenFGA did not start.');
    await pause(100);
  }
  const { id } = await post('/stores', { name: 'bench' });
  const { authorization_model_id } = await post(`/stores/${id}/authorization-models`, MODEL);
  const began = performance.now();
  const all = tuples();
  for (let at = 0; at < all.length; at += 1000)
    await post(`/stores/${id}/write`, { writes: { tuple_keys: all.slice(at, at + 1000) }, authorization_model_id });
  return {
    loadSeconds: (performance.now() - began) / 1000,
    async check(user, item) {
      const tuple_key = { user: `user:${emailOf(user)}`, relation: 'viewer', object: `item:${itemName(item)}` };
      return (await post(`/stores/${id}/check`, { tuple_key, authorization_model_id })).allowed === true;
    },
  };
}
