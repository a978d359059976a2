import { type Grant, type Item, known, permissionRoot, type Who, type World } from './world.ts';

type Json = Record<string, unknown>;

/** The permission resource as the provider writes it: the whole effective list, without `inheritedFrom`. */
export const permissionsOf = (world: World, item: Item): Json[] =>
  permissionRoot(world, item).grants.map((grant) => permissionJson(world, grant));

function permissionJson(world: World, grant: Grant): Json {
  const identities = grant.link?.people.map((id) => identity(world, { kind: 'user', id }, grant.spelling)) ?? [];
  return {
    id: grant.id,
    roles: grant.roles,
    ...(grant.who && principal(world, grant.who, grant.spelling)),
    ...(grant.link && {
      link: { type: grant.link.type, scope: grant.link.scope, webUrl: `https://${world.host}/:w:/s/${grant.id}` },
      shareId: `u!${grant.id}`,
      ...(grant.link.scope === 'users' && peopleOf(identities, grant.spelling)),
    }),
    ...(grant.invitation && { invitation: { email: grant.invitation.email, signInRequired: true } }),
    expirationDateTime:
      grant.expires === undefined ? '0001-01-01T00:00:00Z' : new Date(grant.expires).toISOString().replace('.000', ''),
  };
}

const peopleOf = (identities: Json[], spelling: Grant['spelling']): Json =>
  spelling === 'deprecated' ? { grantedToIdentities: identities } : { grantedToIdentitiesV2: identities };

function principal(world: World, who: Who, spelling: Grant['spelling']): Json {
  const set = identity(world, who, spelling);
  return spelling === 'deprecated'
    ? { grantedTo: set }
    : { grantedToV2: set, grantedTo: { user: { displayName: 'x' } } };
}

function identity(world: World, who: Who, spelling: Grant['spelling']): Json {
  switch (who.kind) {
    case 'user': {
      const user = known(world.users, who.id, 'user');
      if (spelling !== 'claim') return { user: { id: user.id, displayName: user.upn, email: user.mail ?? user.upn } };
      return { siteUser: site(`i:0#.f|membership|${user.upn.toLowerCase()}`, 7) };
    }
    case 'group':
      return spelling === 'claim'
        ? { siteUser: site(groupClaim(world, who.id), 9) }
        : { group: { id: who.id, displayName: world.groups.get(who.id)?.name ?? 'gone' } };
    case 'groupOwners':
      return { siteUser: site(`c:0o.c|federateddirectoryclaimprovider|${who.id}_o`, 11) };
    case 'everyone':
      return { siteUser: site('c:0(.s|true', 4) };
    case 'everyoneExceptExternal':
      return { siteUser: site(`c:0-.f|rolemanager|spo-grid-all-users/${world.tenantId}`, 5) };
    case 'siteGroup':
      return { siteGroup: { id: String(who.id), displayName: `Members ${who.id}`, loginName: `Members ${who.id}` } };
    default:
      return { [who.kind]: { id: who.id, displayName: who.id } };
  }
}

const groupClaim = (world: World, id: string) =>
  world.groups.get(id)?.unified ? `c:0o.c|federateddirectoryclaimprovider|${id}` : `c:0t.c|tenant|${id}`;

const site = (loginName: string, id: number): Json => ({ id: String(id), displayName: loginName, loginName });
