import { sql } from 'kysely';
import type { UseCaseEntity, UseCaseEntityRow } from '#accounts';
import '../deployments.tables.ts';
import { MODEL_VERSION } from './registered-model.kind.ts';

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
