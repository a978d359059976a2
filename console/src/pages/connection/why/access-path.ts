import type { EffectiveAccess, PathStep } from '../../../api/access.ts';

/** One stop on the way from a person to a document. */
export interface Stop {
  readonly key: string;
  readonly type: PathStep['type'];
  /** What it is: `Group`. */
  readonly kind: string;
  readonly name: string;
  /** How one gets here from the stop before; none for the first. */
  readonly relation: string | null;
}

const kinds: Readonly<Record<PathStep['type'], string>> = {
  user: 'Person',
  group: 'Group',
  address: 'Address',
  domain: 'Domain',
  tenant: 'Tenant',
  everyone: 'Everyone',
  anyone: 'Anyone',
  grant: 'Grant',
  inheritedFrom: 'Folder',
  item: 'Document',
};

const rights = { read: 'may read', write: 'may write', owner: 'owns it', none: 'gives nothing' } as const;

const isPlace = (type: PathStep['type']): boolean => type === 'item' || type === 'inheritedFrom';

function relation(before: PathStep, here: PathStep): string {
  if (here.type === 'grant') return 'was given';
  if (isPlace(here.type)) return before.type === 'grant' ? 'on' : 'which holds';
  if (here.type === 'address') return 'owns';
  return before.type === 'user' ? 'is in' : 'which is in';
}

/** The API tells the way from the item to the person; people ask the other way round. */
export const stopsOf = (path: readonly PathStep[]): readonly Stop[] =>
  path.toReversed().map((here, index, all) => {
    const before = all[index - 1];
    return {
      key: `${here.type} ${here.id}`,
      type: here.type,
      kind: kinds[here.type],
      name: here.type === 'grant' ? rights[here.role ?? 'read'] : (here.name ?? here.id),
      relation: before === undefined ? null : relation(before, here),
    };
  });

const reasons: Readonly<Record<NonNullable<EffectiveAccess['reason']>, string>> = {
  notBelieved:
    'What is held is too old, was refused by the provider, or was never read: until it is read, every answer is no.',
  unknownItem: 'No such document is held. Search for it under Browse, and use its id.',
  unreadableItem: 'The permissions of the document, or of a folder above it, are not known.',
  inactiveUser: 'The person is suspended, or the directory does not know the address.',
  noGrant: 'No grant leads from the person to the document.',
};

export const reasonText = (reason: NonNullable<EffectiveAccess['reason']>): string => reasons[reason];
