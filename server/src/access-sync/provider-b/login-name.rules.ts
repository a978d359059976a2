import { principalKey } from '../item-keys.ts';
import type { Subject } from '../model.ts';

interface Claim {
  readonly form: RegExp;
  readonly means: string;
  readonly subject: (found: string, tenantId: string) => Subject | null;
}

const GUID = '[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}';

const group = (id: string): Subject => ({ kind: 'group', key: principalKey('group', null, id.toLowerCase()) });

/** Owners of a group are not its members: they are a group of their own here. */
export const ownersOf = (groupId: string): string => `${groupId}_o`;

/** The group whose owners these are; null: an ordinary group. */
export const groupOwned = (id: string): string | null => (id.endsWith('_o') ? id.slice(0, -2) : null);

/** Login names of SharePoint that can be told apart without asking anybody. */
const claims: readonly Claim[] = [
  {
    form: /^i:0#\.f\|membership\|(.+)$/i,
    means: 'user',
    subject: (upn) => ({ kind: 'mail', email: upn.toLowerCase() }),
  },
  { form: new RegExp(`^c:0t\\.c\\|tenant\\|(${GUID})$`, 'i'), means: 'security group', subject: group },
  {
    form: new RegExp(`^c:0o\\.c\\|federateddirectoryclaimprovider\\|(${GUID})$`, 'i'),
    means: 'members of a Microsoft 365 group',
    subject: group,
  },
  {
    form: new RegExp(`^c:0o\\.c\\|federateddirectoryclaimprovider\\|(${GUID}_o)$`, 'i'),
    means: 'owners of a Microsoft 365 group',
    subject: group,
  },
  {
    form: new RegExp(`^c:0-\\.f\\|rolemanager\\|spo-grid-all-users/(${GUID})$`, 'i'),
    means: 'everyone except external users',
    // Everybody of another tenant is nobody we know.
    subject: (tenant, ours) => (tenant.toLowerCase() === ours.toLowerCase() ? { kind: 'tenant' } : null),
  },
  { form: /^(c:0\(\.s\|true)$/i, means: 'everyone', subject: () => ({ kind: 'everyone' }) },
];

/** Null: a name that says nothing certain, such as a site group or a claim of another kind. */
export function subjectOfLoginName(loginName: string, tenantId: string): Subject | null {
  for (const { form, subject } of claims) {
    const found = form.exec(loginName)?.[1];
    if (found !== undefined) return subject(found, tenantId);
  }
  return null;
}
