import type { Fault } from '../fault.ts';

const SYNC = 'server/src/access-sync';
const freshness = [`${SYNC}/connections/freshness.rules.test.ts`];
const decisions = [`${SYNC}/access/access.routes.test.ts`];

export const accessSync: readonly Fault[] = [
  {
    name: 'stale-mirror-is-believed',
    breaks: 'Documents are shown by a mirror that is older than its limit.',
    file: `${SYNC}/connections/freshness.rules.ts`,
    find: 'items <= sync.stalenessLimitSeconds && directory',
    replace: 'items <= 2 * sync.stalenessLimitSeconds && directory',
    tests: freshness,
  },
  {
    name: 'old-directory-is-believed',
    breaks: 'A mirror counts although its directory of people was not read for too long.',
    file: `${SYNC}/connections/freshness.rules.ts`,
    find: ' && directory <= sync.stalenessLimitSeconds;',
    replace: ' && directory >= 0;',
    tests: freshness,
  },
  {
    name: 'anonymous-links-open-files',
    breaks: 'A file with an anonymous link is shown to everybody.',
    file: `${SYNC}/provider-b/permission.rules.ts`,
    find: "anonymous: { subject: { kind: 'anyone' }, gate: 'never', ignored: 'anonymousLink' },",
    replace: "anonymous: { subject: { kind: 'anyone' }, gate: 'always' },",
    tests: [`${SYNC}/provider-b/permission.rules.test.ts`],
  },
  {
    name: 'weakest-role-counts',
    breaks: 'Of several roles in one permission the weakest counts.',
    file: `${SYNC}/provider-b/permission.rules.ts`,
    find: 'strength.indexOf(role) > strength.indexOf(best)',
    replace: 'strength.indexOf(role) < strength.indexOf(best)',
    tests: [`${SYNC}/provider-b/permission.rules.test.ts`],
  },
  {
    name: 'other-tenants-are-ours',
    breaks: 'Everybody of another tenant counts as everybody of ours.',
    file: `${SYNC}/provider-b/permission.rules.ts`,
    find: "(tenant.toLowerCase() === ours.toLowerCase() ? { kind: 'tenant' } : null)",
    replace: "(tenant.toLowerCase() >= ours.slice(0, 0) ? { kind: 'tenant' } : null)",
    tests: [`${SYNC}/provider-b/permission.rules.test.ts`],
  },
  {
    name: 'unreadable-expiry-never-ends',
    breaks: 'A share whose end cannot be read never ends.',
    file: `${SYNC}/provider-a/permission.rules.ts`,
    find: 'return Number.isNaN(at.getTime()) ? new Date(0) : at;',
    replace: 'return Number.isNaN(at.getTime()) ? null : at;',
    tests: [`${SYNC}/provider-a/permission.rules.test.ts`],
  },
  {
    name: 'hidden-share-is-public',
    breaks: 'A file that only those with its link may open is shown to the whole domain.',
    file: `${SYNC}/provider-a/permission.rules.ts`,
    find: "gate: allowFileDiscovery === true ? 'always' : 'organizationLink',",
    replace: "gate: allowFileDiscovery === true ? 'always' : 'always',",
    tests: [`${SYNC}/provider-a/permission.rules.test.ts`],
  },
  {
    name: 'expired-grants-count',
    breaks: 'A question about one document counts shares that have ended.',
    file: `${SYNC}/access/decide.store.ts`,
    find: "SELECT item_id, permission_id, principal_id, role, gate FROM acl_grants\n      WHERE item_id = chain.scope_id AND role <> 'none' AND (expires_at IS NULL OR expires_at > $6)",
    replace:
      "SELECT item_id, permission_id, principal_id, role, gate FROM acl_grants\n      WHERE item_id = chain.scope_id AND role <> 'none' AND (expires_at IS NULL OR expires_at < $6 OR expires_at > $6)",
    tests: decisions,
  },
  {
    name: 'inactive-people-read-on',
    breaks: 'Somebody whose account was suspended still reads everything.',
    file: `${SYNC}/access/access.store.ts`,
    find: "WHERE kind = 'user' AND active AND (SELECT count(*) FROM best) = 1",
    replace: "WHERE kind = 'user' AND (SELECT count(*) FROM best) = 1",
    tests: decisions,
  },
  {
    name: 'guests-are-members',
    breaks: 'A guest reads what is shared with everybody of the tenant.',
    file: `${SYNC}/access/access.store.ts`,
    find: "SELECT 'tenant' FROM person WHERE NOT guest",
    replace: "SELECT 'tenant' FROM person",
    tests: decisions,
  },
  {
    name: 'groups-of-groups-are-lost',
    breaks: 'What a group was given the groups inside it cannot read.',
    file: `${SYNC}/graph/membership.store.ts`,
    find: "filter((edge) => edge.member_kind !== 'user')",
    replace: "filter((edge) => edge.member_kind === 'mail')",
    tests: decisions,
  },
  {
    name: 'older-news-wins',
    breaks: 'An answer that was read earlier and arrives later replaces a newer one.',
    file: `${SYNC}/graph/item.rules.ts`,
    find: 'const newer = tick >= before.tick;',
    replace: 'const newer = tick >= 0;',
    tests: [`${SYNC}/graph/apply-batch.test.ts`],
  },
  {
    name: 'short-stop-shortens-a-long-one',
    breaks: 'A provider that asked for thirty seconds of silence is called after five.',
    file: `${SYNC}/outbound/pace.ts`,
    find: '    stop(ms) {\n      stoppedUntil = Math.max(stoppedUntil, timing.now() + ms);',
    replace: '    stop(ms) {\n      stoppedUntil = timing.now() + ms;',
    tests: [`${SYNC}/outbound/pace.test.ts`],
  },
];
