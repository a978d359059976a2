import type { z } from 'zod';
import type { Quota } from './quota.schema.ts';
import type { QuotaRecord } from './quota.store.ts';

export const toQuota = ({ definition, ...row }: QuotaRecord): z.infer<typeof Quota> => ({
  id: row.id,
  userId: row.user_id,
  resourceId: row.resource_id,
  resourceType: row.resource_type,
  defaultRules: [...definition.defaultRules],
  policies: definition.policies.map((policy) => ({
    ...policy,
    consumerName: policy.consumerName ?? null,
    reserved: policy.reserved ?? null,
  })),
  ...(definition.capacity === null ? {} : { capacity: definition.capacity }),
  saturationThreshold: definition.saturationThreshold,
  shadow: definition.shadow,
});
