import { sql } from 'kysely';
import type { UseCaseEntity, UseCaseEntityRow } from '#accounts';
import './deployments.tables.ts';
import { DEPLOYMENT } from './deployment.kind.ts';
import { MODEL_VERSION } from './registry/registry.kind.ts';

/** Versions of registered models as use cases hold them. */
export const versionEntity: UseCaseEntity = {
  entityType: 'registeredModelVersion',
  collection: 'registeredModelVersions',
  kind: MODEL_VERSION,
  oneUseCaseOnly: false,
  rows: (db) =>
    db
      .selectFrom('model_packages')
      .select(['model_packages.id', 'model_packages.name', 'model_packages.updated_at', 'model_packages.updated_by'])
      .select([
        sql<boolean>`model_packages.is_archived`.as('deleted'),
        sql<UseCaseEntityRow['metadata']>`jsonb_build_object('registeredModelId', model_packages.registered_model_id,
          'version', model_packages.version, 'stage', model_packages.stage)`.as('metadata'),
      ]),
};

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
