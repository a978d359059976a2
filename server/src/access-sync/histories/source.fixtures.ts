import { Agent, type Dispatcher } from 'undici';
import type { Timing } from '#platform/async/retry.ts';
import {
  type HandClock,
  historyA,
  historyB,
  type ProviderA,
  type ProviderB,
  startProviderA,
  startProviderB,
  troubleA,
  troubleB,
} from '../../../test/providers.ts';
import { itemKey } from '../model.ts';
import { pace } from '../outbound/pace.ts';
import { openProviderA } from '../provider-a/open-provider-a.ts';
import { openProviderB } from '../provider-b/open-provider-b.ts';
import type { ProviderClient } from '../provider-client.ts';

/** A fake provider as a history sees it: who is there, what is there, and who may read it in truth. */
export interface Source<Fake = ProviderA | ProviderB> {
  readonly fake: Fake;
  readonly client: ProviderClient;
  people(): { readonly id: string; readonly email: string }[];
  things(): { readonly id: string; readonly key: string }[];
  mayRead(personId: string, thingId: string): boolean;
  grow(): void;
  edit(): string;
  trouble(): string;
}

const timingOf = (clock: HandClock, random: () => number): Timing => ({ now: clock.now, wait: clock.wait, random });

/** With the listed routes alone, groups in groups and owners of groups cannot be known: the truth is what can be. */
export async function sourceB(
  clock: HandClock,
  seed: number,
  { routes = 'all', network = new Agent() }: { routes?: 'all' | 'listed'; network?: Dispatcher } = {},
): Promise<Source<ProviderB>> {
  const fake = await startProviderB({ now: clock.now, seed, routes });
  const { world, app, random, url } = fake;
  const timing = timingOf(clock, random.next);
  const config = { tenantId: world.tenantId, clientId: app.clientId, graphUrl: url, loginUrl: url };
  const truth = fake.truth({ organizationLinks: 'deny', groups: routes === 'listed' ? 'direct' : 'nested' });
  return {
    fake,
    client: openProviderB({ ...config, clientSecret: app.secret ?? '' }, timing, pace(timing), network),
    people: () => [...world.users.values()].map(({ id, mail, upn }) => ({ id, email: mail ?? upn })),
    things: () => [...world.items.values()].map(({ id, driveId }) => ({ id, key: itemKey(driveId, id) })),
    mayRead: truth.mayRead,
    grow: () => historyB.grow(world, random),
    edit: () => historyB.edit(world, random),
    trouble: () => troubleB(fake, random),
  };
}

export async function sourceA(clock: HandClock, seed: number): Promise<Source<ProviderA>> {
  const fake = await startProviderA({ now: clock.now, seed });
  const { world, random, url } = fake;
  const timing = timingOf(clock, random.next);
  const addresses = { driveUrl: url, activityUrl: url, directoryUrl: url, tokenUrl: fake.tokenUrl };
  const config = { ...addresses, domain: world.domain, adminEmail: `admin@${world.domain}`, scopeBase: fake.scopeBase };
  const truth = fake.truth();
  return {
    fake,
    client: openProviderA({ ...config, serviceAccountKey: fake.keyFile }, timing, pace(timing), new Agent()),
    people: () => [...world.users.values()].map(({ id, email }) => ({ id, email })),
    things: () => [...world.files.values()].map(({ id }) => ({ id, key: itemKey(null, id) })),
    mayRead: truth.mayRead,
    grow: () => historyA.grow(world, random),
    edit: () => historyA.edit(world, random),
    trouble: () => troubleA(fake, random),
  };
}

/** Who may read what, as texts: those of the provider. */
export function truthOf(source: Source): Set<string> {
  const pairs = new Set<string>();
  for (const { id, email } of source.people())
    for (const thing of source.things()) if (source.mayRead(id, thing.id)) pairs.add(`${email} ${thing.key}`);
  return pairs;
}
