import type { NodeKind } from '../access-sync.tables.ts';
import type { Subject } from '../model.ts';

/** Addresses that differ in case only are one address. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

export const mailKey = (email: string): string => `mail:${emailKey(email)}`;
export const domainKey = (domain: string): string => `domain:${domain.trim().toLowerCase()}`;

/** A subject as the row that stands for it. */
export interface Node {
  readonly key: string;
  readonly kind: NodeKind;
  readonly sourceId: string;
  readonly email: string | null;
}

export function nodeOf(subject: Subject): Node {
  switch (subject.kind) {
    case 'mail':
      return { key: mailKey(subject.email), kind: 'mail', sourceId: subject.email, email: subject.email };
    case 'domain':
      return { key: domainKey(subject.domain), kind: 'domain', sourceId: subject.domain, email: null };
    case 'tenant':
    case 'everyone':
    case 'anyone':
      return { key: subject.kind, kind: subject.kind, sourceId: subject.kind, email: null };
    default:
      return { key: subject.key, kind: subject.kind, sourceId: subject.key.split(':').at(-1) ?? '', email: null };
  }
}
