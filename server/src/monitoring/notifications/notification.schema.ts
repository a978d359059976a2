import { z } from 'zod';
import { wrongUrl } from '#data';
import { ignored } from '#platform/http/ignored.ts';
import { pageQuery } from '#platform/http/page.ts';
import { EVENT_GROUPS, EVENT_TYPES } from './events.rules.ts';

const CHANNEL_TYPES = ['Email', 'Webhook'] as const;
const id = z.string().min(1).max(64);
const name = z.string().trim().min(1, 'Give it a name').max(200);
const relatedEntity = { relatedEntityType: z.literal('deployment'), relatedEntityId: id };

const payloadUrl = z
  .string()
  .max(2000)
  .superRefine((text, issue) => {
    const wrong = wrongUrl(text);
    if (wrong !== null) issue.addIssue({ code: 'custom', message: wrong });
  });
/** Headers that say how the message itself is to be read are not for anybody to set. */
const OURS = /^(host|connection|keep-alive|content-.*|transfer-encoding|te|upgrade|expect|x-almanac-.*)$/i;
const customHeaders = z
  .array(
    z.strictObject({
      name: z
        .string()
        .max(200)
        .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'Must be the name of a header')
        .refine((header) => !OURS.test(header), 'This header is set by the platform'),
      value: z
        .string()
        .max(4000)
        .regex(/^[\t\x20-\x7e]*$/, 'Must be plain text in one line'),
    }),
  )
  .max(20);

const fields = {
  payloadUrl: payloadUrl.nullish(),
  contentType: z.literal('application/json').nullish(),
  customHeaders: customHeaders.nullish(),
  secretToken: z.string().min(16, 'Must have 16 characters or more').max(200).nullish(),
  validateSsl: z.boolean().nullish(),
  emailAddress: z.email('Must be an e-mail address').max(320).nullish(),
  languageCode: ignored(z.string().max(10).nullish(), 'Notifications are written in English', ['en']),
};

export const ChannelCreate = z.strictObject({ ...relatedEntity, name, channelType: z.enum(CHANNEL_TYPES), ...fields });
export const ChannelChange = z.strictObject({
  name: name.nullish(),
  channelType: z.enum(CHANNEL_TYPES).nullish(),
  relatedEntityType: z.literal('deployment').nullish(),
  relatedEntityId: id.nullish(),
  ...fields,
});
export const ListQuery = pageQuery(100);

export const Channel = z.strictObject({
  id: z.string(),
  name: z.string(),
  channelType: z.enum(CHANNEL_TYPES),
  payloadUrl: z.string().nullable(),
  contentType: z.string().nullable(),
  /** Their values stay hidden. */
  customHeaders: z.array(z.strictObject({ name: z.string() })),
  emailAddress: z.string().nullable(),
  validateSsl: z.boolean(),
  relatedEntityType: z.literal('deployment'),
  relatedEntityId: z.string(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** Shown once, when it is made here or set. */
  secretToken: z.string().optional(),
});
export const JobAccepted = z.strictObject({ message: z.string(), statusId: z.string() });

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
