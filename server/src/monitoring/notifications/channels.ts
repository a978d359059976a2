import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import { getDeploymentOrThrow } from '#deployments';
import type { Ctx, Platform } from '#platform/context.ts';
import { page } from '#platform/http/page.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted, created, noContent } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { openSecrets, sealSecrets } from './channel-secrets.ts';
import { TEST } from './events.rules.ts';
import { NotificationProblems } from './notification.problems.ts';
import type { Channel, ChannelChange, ChannelCreate, ListQuery } from './notification.schema.ts';
import { channelStore, deliveryStore } from './notification.store.ts';
import type { ChannelRow } from './notification.tables.ts';
import { enqueueDelivery } from './notify.ts';

const MOST_CHANNELS = 50;
const TEST_EVERY_SECONDS = 10;

interface ChannelPlace {
  readonly deploymentId: string;
  readonly channelId: string;
}

type Said = Pick<z.output<typeof ChannelCreate>, 'payloadUrl' | 'emailAddress'>;

/** Where messages go; what is missing or of no use for the kind of channel is told. */
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
  const { organization_id, id: deploymentId } = await getDeploymentOrThrow(ctx, input.relatedEntityId, 'write');
  const store = channelStore(ctx.db.queries);
  if ((await store.of(organization_id, deploymentId)).length >= MOST_CHANNELS) {
    refuse(NotificationProblems.tooMany, 'notification channels', MOST_CHANNELS);
  }
  const now = ctx.now();
  const id = newId(now);
  const isWebhook = input.channelType === 'Webhook';
  const secretToken = isWebhook ? (input.secretToken ?? randomBytes(32).toString('hex')) : null;
  const customHeaders = isWebhook ? (input.customHeaders ?? []) : [];
  const row = await store.insert({
    id,
    organization_id,
    deployment_id: deploymentId,
    name: input.name,
    channel_type: input.channelType,
    target: targetOf(ctx, input.channelType, input),
    validate_ssl: input.validateSsl ?? true,
    sealed: sealSecrets(ctx, id, { secretToken, customHeaders }),
    created_by: ctx.actor.userId,
    created_at: now,
    updated_at: now,
  });
  const shown = { ...toChannel(ctx, row), ...(secretToken !== null && { secretToken }) };
  return created(`/api/v2/entityNotificationChannels/deployment/${deploymentId}/${id}/`, shown);
}

export async function listChannels(ctx: Ctx, deploymentId: string, url: string, window: z.output<typeof ListQuery>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const rows = await channelStore(ctx.db.queries).of(organization_id, deploymentId);
  const shown = rows.slice(window.offset, window.offset + window.limit).map((row) => toChannel(ctx, row));
  return page(ctx.links, url, window, shown, rows.length);
}

async function getChannelOrThrow(ctx: Ctx, organizationId: string, { deploymentId, channelId }: ChannelPlace) {
  const row = await channelStore(ctx.db.queries).byId(organizationId, deploymentId, channelId);
  return row ?? refuse(NotificationProblems.noSuchChannel, channelId);
}

export async function getChannel(ctx: Ctx, place: ChannelPlace) {
  const { organization_id } = await getDeploymentOrThrow(ctx, place.deploymentId, 'write');
  return toChannel(ctx, await getChannelOrThrow(ctx, organization_id, place));
}

/** Changes what is said. The kind stays; a secret that is not said stays as it is. */
export async function changeChannel(ctx: Ctx, place: ChannelPlace, input: z.output<typeof ChannelChange>) {
  const { organization_id } = await getDeploymentOrThrow(ctx, place.deploymentId, 'write');
  const known = await getChannelOrThrow(ctx, organization_id, place);
  if (input.channelType && input.channelType !== known.channel_type) {
    throw invalidFields({ channelType: `A channel of type ${known.channel_type} stays one: make a new channel` });
  }
  if (input.relatedEntityId && input.relatedEntityId !== place.deploymentId) {
    throw invalidFields({ relatedEntityId: 'A channel stays with its deployment: make a new channel there' });
  }
  const isSaid = input.payloadUrl || input.emailAddress;
  const secrets = openSecrets(ctx, known);
  const isWebhook = known.channel_type === 'Webhook';
  // Whoever may change the address must not learn, by naming their own, what only its owner was told.
  const moves = isWebhook && input.payloadUrl && new URL(input.payloadUrl).origin !== new URL(known.target).origin;
  if (moves && secrets.customHeaders.length > 0 && !input.customHeaders) {
    throw invalidFields({ customHeaders: 'Send them again, or []: hidden values are not sent on to another host' });
  }
  const after = {
    secretToken: (isWebhook && input.secretToken) || secrets.secretToken,
    customHeaders: (isWebhook && input.customHeaders) || secrets.customHeaders,
  };
  const row = await channelStore(ctx.db.queries).change(known, {
    name: input.name ?? known.name,
    target: isSaid ? targetOf(ctx, known.channel_type, input) : known.target,
    validate_ssl: input.validateSsl ?? known.validate_ssl,
    sealed: sealSecrets(ctx, known.id, after),
    updated_at: ctx.now(),
  });
  return toChannel(ctx, row ?? refuse(NotificationProblems.noSuchChannel, place.channelId));
}

/** With the policies that use it. */
export async function deleteChannel(ctx: Ctx, place: ChannelPlace) {
  const { organization_id } = await getDeploymentOrThrow(ctx, place.deploymentId, 'write');
  const { id } = await getChannelOrThrow(ctx, organization_id, place);
  await channelStore(ctx.db.queries).delete(organization_id, id);
  return noContent();
}

/** Sends a message that says nothing but that it arrived. */
export async function testChannel(ctx: Ctx, place: ChannelPlace) {
  const deployment = await getDeploymentOrThrow(ctx, place.deploymentId, 'write');
  const channel = await getChannelOrThrow(ctx, deployment.organization_id, place);
  const last = await deliveryStore(ctx.db.queries).lastOf(deployment.organization_id, { testOf: channel.id });
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
