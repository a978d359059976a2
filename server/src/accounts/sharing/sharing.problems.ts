import { catalogue, conflict, forbidden, invalidFields, notFound, type Problem } from '#platform/http/problem.ts';
import type { SharedKind } from './kind.ts';
import type { Need } from './role.rules.ts';

const WANTED: Readonly<Record<Need, string>> = {
  read: 'see it',
  use: 'use its data',
  write: 'change it',
  share: 'share it',
  own: 'do this: it takes an owner',
};

export const SharingProblems = catalogue({
  noSuchThing: notFound(
    'sharing.no_such_thing',
    ({ title, listedAt }: SharedKind, id: string) =>
      `There is no ${title} ${id} that you can see. GET ${listedAt} lists yours.`,
  ),
  roleTooSmall: forbidden(
    'sharing.role_too_small',
    ({ title }: SharedKind, id: string, role: string, need: Need) =>
      `You hold the role ${role} on the ${title} ${id}, which does not allow you to ${WANTED[need]}. Ask one of its owners.`,
  ),
  beyondYourRole: forbidden(
    'sharing.beyond_your_role',
    (who: string, theirs: string, mine: string) =>
      `You hold the role ${mine} and cannot give or take away ${theirs} (${who}): nobody shares more than they have.`,
  ),
  nobodyWouldOwn: conflict(
    'sharing.nobody_would_own',
    ({ title }: SharedKind, id: string) =>
      `This would leave the ${title} ${id} without a person who owns it. Make somebody else OWNER first.`,
  ),
});

/** 422, each at its place in the body. */
export const wrongRecipients = (field: string, wrong: ReadonlyMap<number, string>): Problem =>
  invalidFields(Object.fromEntries([...wrong].map(([index, text]) => [`${field}.${index}`, text])));
