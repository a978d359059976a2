import type { z } from 'zod';
import type { Access } from '#accounts';
import type { Config } from '#config';
import type { Links } from '#platform/http/links.ts';
import type { PredictionEnvironmentRow } from '../deployments.tables.ts';
import type { PredictionEnvironment, PredictionServer } from './environment.schema.ts';

type Shown = z.input<typeof PredictionEnvironment>;

const MAY_USE = ['CAN_VIEW', 'CAN_ASSOCIATE_TO_DEPLOYMENT'];
const MAY_CHANGE = [...MAY_USE, 'CAN_UPDATE', 'CAN_DELETE', 'CAN_SHARE', 'CAN_CONFIGURE'];

/** `creator` is who made it, unless it came with the organization. */
export function toEnvironment(
  row: PredictionEnvironmentRow,
  creator: string | undefined,
  access: Access | undefined,
): Shown {
  const mine = !row.is_native && (access?.role === 'OWNER' || access?.role === 'EDITOR');
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    platform: row.platform,
    supportedModelFormats: row.supported_model_formats as Shown['supportedModelFormats'],
    managedBy: row.managed_by as Shown['managedBy'],
    isManagedByManagementAgent: row.managed_by === 'managementAgent',
    supportedByManagementAgent: false,
    plugin: null,
    priority: row.priority,
    maxConcurrentBatchPredictionsJob: row.max_concurrent_batch,
    credentialId: row.credential_id,
    datastoreId: row.datastore_id,
    isDeleted: row.deleted_at !== null,
    isNative: row.is_native,
    permissions: mine ? MAY_CHANGE : MAY_USE,
    importMeta: {
      dateCreated: row.created_at.toISOString(),
      ...(row.created_by === null ? {} : { creatorId: row.created_by, creatorUsername: creator ?? row.created_by }),
    },
  };
}

/**
 * The installation as a server: clients put `/predApi/...` behind its address and send its key. Self-managed ones accept
 * any key. On the managed cloud no key at all is better than one that is refused.
 */
export const toServer = (
  { installation, serviceKey }: Pick<Config, 'installation' | 'serviceKey'>,
  links: Links,
  native: PredictionEnvironmentRow,
): z.input<typeof PredictionServer> => ({
  id: native.id,
  url: links.origin,
  'datarobot-key': serviceKey ?? (installation === 'managed-cloud' ? '' : native.id),
});
