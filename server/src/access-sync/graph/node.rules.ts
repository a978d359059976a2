import type { NodeKind } from '../access-sync.tables.ts';
import type { Subject } from '../model.ts';

/** Addresses that differ in case only are one address. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

export const mailKey = (email: string, pin?: string): string =>
  pin === undefined ? `mail:${emailKey(email)}` : `mail:${emailKey(email)}#${pin}`;
export const domainKey = (domain: string): string => `domain:${domain.trim().toLowerCase()}`;

/** A subject as the row that stands for it. */
export interface Node {
  readonly key: string;
  readonly kind: NodeKind;
  readonly sourceId: string;
  readonly email: string | null;
  readonly pinned: boolean;
}

export function nodeOf(subject: Subject): Node {
  switch (subject.kind) {
    case 'mail':
      return {
        ...{ key: mailKey(subject.email, subject.pin), kind: 'mail', sourceId: subject.pin ?? subject.email },
        ...{ email: emailKey(subject.email), pinned: subject.pin !== undefined },
      };
    case 'domain':
      return { key: domainKey(subject.domain), kind: 'domain', sourceId: subject.domain, email: null, pinned: false };
    case 'tenant':
    case 'everyone':
    case 'anyone':
      return { key: subject.kind, kind: subject.kind, sourceId: subject.kind, email: null, pinned: false };
    default:
      return {
        ...{ key: subject.key, kind: subject.kind, sourceId: subject.key.split(':').at(-1) ?? '' },
        ...{ email: null, pinned: false },
      };
  }
}
