import type { AliasableExpression } from 'kysely';
import type { Queries } from '#platform/db/database.ts';
import type { RoleNames } from './role.rules.ts';

/** One thing that may lie in a use case, as every list shows it. */
export interface UseCaseEntityRow {
  readonly id: string;
  readonly name: string;
  readonly updated_at: Date;
  readonly updated_by: string | null;
  readonly deleted: boolean;
  /** What people want to know besides: `{"status": "published"}`. */
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** A kind of thing that use cases hold. The module that keeps the things declares it; the app hands all of them in. */
export interface UseCaseEntity {
  /** As the wire says it: `vectorDatabase`. */
  readonly entityType: string;
  /** As addresses say it: `vectorDatabases`. */
  readonly collection: string;
  readonly kind: SharedKind;
  /** A project lies in one use case; a dataset may lie in many. */
  readonly oneUseCaseOnly: boolean;
  /** All of them as a query, for lists to join, filter and order. */
  rows(db: Queries): AliasableExpression<UseCaseEntityRow>;
}

/** A kind of thing that people share. Every module declares its own, once. */
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

/** Types whose roles also apply to the objects inside them. */
export const CONTAINERS: readonly string[] = ['useCase'];
