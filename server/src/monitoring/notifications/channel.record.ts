import type { z } from 'zod';
import type { Platform } from '#platform/context.ts';
import type { Channel } from './channel.schema.ts';
import { openSecrets } from './channel-secrets.ts';
import type { ChannelRow } from './notification.tables.ts';

export function toChannel(platform: Pick<Platform, 'secrets'>, row: ChannelRow): z.infer<typeof Channel> {
  const isWebhook = row.channel_type === 'Webhook';
  return {
    id: row.id,
    name: row.name,
    channelType: row.channel_type,
    payloadUrl: isWebhook ? row.target : null,
    contentType: isWebhook ? 'application/json' : null,
    customHeaders: openSecrets(platform, row).customHeaders.map(({ name }) => ({ name })),
    emailAddress: isWebhook ? null : row.target,
    validateSsl: row.validate_ssl,
    relatedEntityType: 'deployment',
    relatedEntityId: row.deployment_id,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
