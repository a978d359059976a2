import { z } from 'zod';
import { relatedEntity } from './channel.schema.ts';
import { EVENT_GROUPS, EVENT_TYPES } from './events.rules.ts';

const id = z.string().min(1).max(64);
const name = z.string().trim().min(1, 'Give it a name').max(200);
const event = {
  eventType: z.enum(EVENT_TYPES, 'GET notificationEvents/ lists the events there are').nullish(),
  eventGroup: z.enum(EVENT_GROUPS, 'GET notificationEvents/ lists the groups there are').nullish(),
};
const maximalFrequency = z
  .string()
  .regex(/^P(?=\d|T\d)(\d+W)?(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/, 'Must be an ISO 8601 duration like PT1H or P1D')
  .max(40)
  .nullish();
const channelScope = z.literal('entity').nullish();

export const PolicyCreate = z.strictObject({
  ...relatedEntity,
  name,
  channelId: id,
  channelScope,
  ...event,
  active: z.boolean().nullish(),
  maximalFrequency,
});
export const PolicyChange = z.strictObject({
  relatedEntityType: z.literal('deployment').nullish(),
  relatedEntityId: id.nullish(),
  name: name.nullish(),
  channelId: id.nullish(),
  channelScope,
  ...event,
  active: z.boolean().nullish(),
  maximalFrequency,
});

export const Policy = z.strictObject({
  id: z.string(),
  name: z.string(),
  channelId: z.string(),
  channelScope: z.literal('entity'),
  eventType: z.string().nullable(),
  eventGroup: z.string().nullable(),
  active: z.boolean(),
  maximalFrequency: z.string().nullable(),
  relatedEntityType: z.literal('deployment'),
  relatedEntityId: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
});

export const Events = z.strictObject({
  data: z.array(z.strictObject({ id: z.string(), label: z.string(), eventGroups: z.array(z.string()) })),
  eventGroups: z.array(z.string()),
});

export const Delivery = z.strictObject({
  id: z.string(),
  eventType: z.string(),
  message: z.string(),
  channelId: z.string(),
  channelName: z.string(),
  policyId: z.string().nullable(),
  status: z.enum(['queued', 'delivered', 'failed']),
  attempts: z.int(),
  lastError: z.string().nullable(),
  createdAt: z.iso.datetime(),
  endedAt: z.iso.datetime().nullable(),
});
