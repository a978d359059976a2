import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx, Platform } from '#platform/context.ts';
import { deleteRows, findRow, updateRows } from '#platform/db/rows.ts';
import { apiFields } from '#platform/http/api-fields.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, created, noContent } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { openSecrets, sealSecrets } from './channel-secrets.ts';
import { TEST } from './events.rules.ts';
import { NotificationProblems } from './notification.problems.ts';
import type { Channel, ChannelChange, ChannelCreate, ListQuery } from './notification.schema.ts';
import { lastDelivery, listChannelRows } from './notification.store.ts';
import type { ChannelRow } from './notification.tables.ts';
import { enqueueDelivery } from './notify.ts';

const MOST_CHANNELS = 50;
const TEST_EVERY_SECONDS = 10;

interface ChannelId {
  readonly deploymentId: string;
  readonly channelId: string;
}

type Said = Pick<z.output<typeof ChannelCreate>, 'payloadUrl' | 'emailAddress'>;

/** Where messages go; refuses what is missing or does not fit the type of channel. */
function targetOf(ctx: Ctx, type: 'Email' | 'Webhook', { payloadUrl, emailAddress }: Said): string {
  if (type === 'Webhook') {
    if (emailAddress) throw invalidFields({ emailAddress: 'A Webhook channel has a payloadUrl instead' });
    if (!payloadUrl) throw invalidFields({ payloadUrl: 'Send the address that messages are posted to' });
    return payloadUrl;
  }
  if (payloadUrl) throw invalidFields({ payloadUrl: 'An Email channel has an emailAddress instead' });
  if (!emailAddress) throw invalidFields({ emailAddress: 'Send the address that messages are mailed to' });
  if (ctx.config.smtp.url === null) {
    throw invalidFields({ channelType: 'E-mail is not set up here: an administrator sets ALMANAC_SMTP_URL' });
  }
  return emailAddress;
}

export async function createChannel(ctx: Ctx, input: z.output<typeof ChannelCreate>) {
  const { organization_id, id: deployment_id } = await getDeploymentOrThrow(ctx, input.relatedEntityId, 'write');
  const { queries } = ctx.db;
  if ((await listChannelRows(queries, { organization_id, deployment_id })).length >= MOST_CHANNELS) {
    refuse(NotificationProblems.tooMany, 'notification channels', MOST_CHANNELS);
  }
  const now = ctx.now();
  const id = newId(now);
  const isWebhook = input.channelType === 'Webhook';
  const secretToken = isWebhook ? (input.secretToken ?? randomBytes(32).toString('hex')) : null;
  const customHeaders = isWebhook ? (input.customHeaders ?? []) : [];
  const row: ChannelRow = {
    id,
    organization_id,
    deployment_id,
    name: input.name,
    channel_type: input.channelType,
    target: targetOf(ctx, input.channelType, input),
    validate_ssl: input.validateSsl ?? true,
    sealed: sealSecrets(ctx, id, { secretToken, customHeaders }),
    created_by: ctx.actor.userId,
    created_at: now,
    updated_at: now,
  };
  await queries.insertInto('notification_channels').values(row).execute();
  const shown = { ...toChannel(ctx, row), ...(secretToken !== null && { secretToken }) };
  return created(`/api/v2/entityNotificationChannels/deployment/${deployment_id}/${id}/`, shown);
}

export async function listChannels(ctx: Ctx, deploymentId: string, url: string, window: z.output<typeof ListQuery>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const rows = await listChannelRows(ctx.db.queries, { organization_id, deployment_id: deploymentId });
  const shown = rows.slice(window.offset, window.offset + window.limit).map((row) => toChannel(ctx, row));
  return page(ctx.links, url, window, shown, rows.length);
}

async function getChannelOrThrow(ctx: Ctx, { deploymentId, channelId: id }: ChannelId) {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const { organization_id } = deployment;
  const row = await findRow(ctx.db.queries, 'notification_channels', {
    organization_id,
    deployment_id: deploymentId,
    id,
  });
  return { deployment, channel: row ?? refuse(NotificationProblems.noSuchChannel, id) };
}

export const getChannel = async (ctx: Ctx, id: ChannelId) => toChannel(ctx, (await getChannelOrThrow(ctx, id)).channel);

/** Fields that are left out stay, secrets too; the type never changes. */
export async function changeChannel(ctx: Ctx, id: ChannelId, input: z.output<typeof ChannelChange>) {
  const { channel: known } = await getChannelOrThrow(ctx, id);
  if (input.channelType && input.channelType !== known.channel_type) {
    throw invalidFields({ channelType: `A channel of type ${known.channel_type} stays one: make a new channel` });
  }
  if (input.relatedEntityId && input.relatedEntityId !== id.deploymentId) {
    throw invalidFields({ relatedEntityId: 'A channel stays with its deployment: make a new channel there' });
  }
  const isSaid = input.payloadUrl || input.emailAddress;
  const secrets = openSecrets(ctx, known);
  const isWebhook = known.channel_type === 'Webhook';
  // A new address must not receive secret headers that were set for the old one.
  const moves = isWebhook && input.payloadUrl && new URL(input.payloadUrl).origin !== new URL(known.target).origin;
  if (moves && secrets.customHeaders.length > 0 && !input.customHeaders) {
    throw invalidFields({ customHeaders: 'Send them again, or []: hidden values are not sent on to another host' });
  }
  const after = {
    secretToken: (isWebhook && input.secretToken) || secrets.secretToken,
    customHeaders: (isWebhook && input.customHeaders) || secrets.customHeaders,
  };
  const change = {
    name: input.name ?? known.name,
    target: isSaid ? targetOf(ctx, known.channel_type, input) : known.target,
    validate_ssl: input.validateSsl ?? known.validate_ssl,
    sealed: sealSecrets(ctx, known.id, after),
    updated_at: ctx.now(),
  };
  const where = { organization_id: known.organization_id, id: known.id };
  const [row] = await updateRows(ctx.db.queries, 'notification_channels', where, change);
  return toChannel(ctx, row ?? refuse(NotificationProblems.noSuchChannel, known.id));
}

/** With the policies that use it. */
export async function deleteChannel(ctx: Ctx, id: ChannelId) {
  const { organization_id, id: channelId } = (await getChannelOrThrow(ctx, id)).channel;
  await deleteRows(ctx.db.queries, 'notification_channels', { organization_id, id: channelId });
  return noContent();
}

/** Sends a test message. */
export async function testChannel(ctx: Ctx, id: ChannelId) {
  const { deployment, channel } = await getChannelOrThrow(ctx, id);
  const test = { organization_id: deployment.organization_id, channel_id: channel.id, policy_id: null };
  const last = await lastDelivery(ctx.db.queries, test);
  if (last !== null && ctx.now().getTime() - last.getTime() < TEST_EVERY_SECONDS * 1000) {
    refuse(NotificationProblems.tooSoon, TEST_EVERY_SECONDS);
  }
  const news = { type: TEST, message: `${deployment.label}: this is a test of "${channel.name}"`, details: {} };
  const to = { channel, policy: null, actor: ctx.actor };
  const statusId = await ctx.db.transaction((tx) => enqueueDelivery(ctx, tx, deployment, to, news));
  return accepted(statusId, { message: 'ok' });
}

function toChannel(platform: Pick<Platform, 'secrets'>, row: ChannelRow): z.infer<typeof Channel> {
  const isWebhook = row.channel_type === 'Webhook';
  return {
    ...apiFields(row, 'id', 'name', 'channel_type', 'validate_ssl', 'created_at', 'updated_at'),
    payloadUrl: isWebhook ? row.target : null,
    contentType: isWebhook ? 'application/json' : null,
    customHeaders: openSecrets(platform, row).customHeaders.map(({ name }) => ({ name })),
    emailAddress: isWebhook ? null : row.target,
    relatedEntityType: 'deployment',
    relatedEntityId: row.deployment_id,
  };
}
