import type { RoleNames } from './role.rules.ts';

/** A kind of thing that people share. Every room declares its own, once. */
export interface SharedKind {
  /** Stored with every grant: never rename it. */
  readonly type: string;
  /** As people say it: "dataset", "data store". */
  readonly title: string;
  /** Where they are listed, for the sentence that says one is not there: `datasets/`. */
  readonly listedAt: string;
  readonly roles?: RoleNames;
  /** Some clients take nothing but id, name, role and shareRecipientType in the list of roles. */
  readonly brief?: boolean;
}

export interface Resource {
  readonly kind: SharedKind;
  readonly id: string;
}

/** Types whose things lend their roles to what is put into them. */
export const CONTAINERS: readonly string[] = ['useCase'];
