import { sql } from 'kysely';
import type { UseCaseEntity, UseCaseEntityRow } from '#accounts';
import '../deployments.tables.ts';
import { DEPLOYMENT } from './deployment.kind.ts';

/** Deployments as use cases hold them. */
export const deploymentEntity: UseCaseEntity = {
  entityType: 'deployment',
  collection: 'deployments',
  kind: DEPLOYMENT,
  oneUseCaseOnly: false,
  rows: (db) =>
    db
      .selectFrom('deployments')
      .select(['deployments.id', 'deployments.label as name', 'deployments.updated_at'])
      .select([
        sql<string | null>`deployments.created_by`.as('updated_by'),
        sql<boolean>`deployments.deleted_at IS NOT NULL`.as('deleted'),
        sql<UseCaseEntityRow['metadata']>`jsonb_build_object('status', deployments.status)`.as('metadata'),
      ]),
};
