import { expect, test } from 'vitest';
import { newId } from '#platform/ids.ts';
import {
  accessTo,
  addNewToUseCase,
  addToContainer,
  grantOwnership,
  insideUseCases,
  removeGrants,
  USE_CASE,
  visibleTo,
} from './access.ts';
import { containmentStore, grantStore } from './grant.store.ts';
import type { SharedRole } from './role.rules.ts';
import { sharedThings, THING } from './sharing.fixtures.ts';

const { platform, someone, thingOf } = await sharedThings();
const [owner, friend, outsider] = [await someone(), await someone(), await someone('Two')];
/** Of the same organization, and nobody showed them anything. */
const colleague = await someone();
type Someone = typeof owner;

async function useCaseOf(who: Someone): Promise<string> {
  const id = newId();
  await platform.db.transaction((tx) => grantOwnership(tx, who.actor, platform.now(), { kind: USE_CASE, id }));
  return id;
}

const put = (who: Someone, useCase: string, thing: string) =>
  platform.db.transaction((tx) =>
    addToContainer(tx, who.actor, platform.now(), { kind: USE_CASE, id: useCase }, { kind: THING, id: thing }),
  );

const shareUseCase = (useCase: string, to: Someone, role: SharedRole) =>
  platform.db.transaction((tx) =>
    grantStore(tx).put([
      {
        organization_id: owner.organizationId,
        resource_type: USE_CASE.type,
        resource_id: useCase,
        user_id: to.id,
        group_id: null,
        role,
        can_share: true,
        can_use_data: true,
        granted_by: owner.id,
        granted_at: platform.now(),
      },
    ]),
  );

const canSee = async (who: Someone) => (await visibleTo(who.ctx, THING).execute()).map((row) => row.resource_id);

test('whoever may see the container sees what is in it, with the role they have there', async () => {
  const [useCase, thing] = [await useCaseOf(owner), await thingOf(owner)];
  await put(owner, useCase, thing);
  expect(await accessTo(friend.ctx, { kind: THING, id: thing })).toBeUndefined();
  await shareUseCase(useCase, friend, 'CONSUMER');
  expect(await accessTo(friend.ctx, { kind: THING, id: thing })).toMatchObject({ role: 'CONSUMER', canShare: false });
  expect(await canSee(friend)).toEqual([thing]);
  expect(await canSee(outsider)).toEqual([]);
});

test('an owner of the container edits what is in it, and cannot give it away', async () => {
  const [useCase, thing] = [await useCaseOf(friend), await thingOf(owner)];
  await put(owner, useCase, thing);
  expect(await accessTo(friend.ctx, { kind: THING, id: thing })).toEqual({
    role: 'EDITOR',
    canShare: false,
    canUseData: true,
  });
  expect(await accessTo(owner.ctx, { kind: THING, id: thing })).toMatchObject({ role: 'OWNER', canShare: true });
});

test('taken out, or the container removed: its roles no longer apply', async () => {
  const [useCase, first, second] = [await useCaseOf(friend), await thingOf(owner), await thingOf(owner)];
  await put(owner, useCase, first);
  await put(owner, useCase, second);
  const container = { kind: USE_CASE, id: useCase };
  const { organizationId } = owner;
  const takeOut = (id: string) =>
    platform.db.transaction((tx) => containmentStore(tx).takeOut(organizationId, container, { kind: THING, id }));
  expect([await takeOut(first), await takeOut(first)]).toEqual([true, false]);
  expect(await accessTo(friend.ctx, { kind: THING, id: first })).toBeUndefined();
  expect(await accessTo(friend.ctx, { kind: THING, id: second })).toBeDefined();
  await platform.db.transaction((tx) => removeGrants(tx, organizationId, container));
  expect(await accessTo(friend.ctx, { kind: THING, id: second })).toBeUndefined();
});

test('put twice, it is there once, and the first link stays', async () => {
  const [useCase, thing] = [await useCaseOf(owner), await thingOf(owner)];
  const once = await put(owner, useCase, thing);
  expect(await put(owner, useCase, thing)).toEqual(once);
});

test('a new thing goes into a use case only by whoever may change it', async () => {
  const [useCase, thing] = [await useCaseOf(owner), await thingOf(friend)];
  const putNew = () =>
    platform.db.transaction((tx) =>
      addNewToUseCase(tx, friend.actor, platform.now(), useCase, { kind: THING, id: thing }),
    );
  await expect(putNew()).rejects.toMatchObject({ status: 404 });
  await shareUseCase(useCase, friend, 'CONSUMER');
  await expect(putNew()).rejects.toMatchObject({ status: 403 });
  await shareUseCase(useCase, friend, 'EDITOR');
  await putNew();
  expect(await insideUseCases(friend.ctx, THING, [useCase]).execute()).toEqual([{ resource_id: thing }]);
  for (const who of [colleague, outsider])
    expect(await insideUseCases(who.ctx, THING, [useCase]).execute()).toEqual([]);
});
