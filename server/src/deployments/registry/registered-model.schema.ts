import { z } from 'zod';
import { Person, Tag } from './package.schema.ts';

const text = z.string().nullable();
const moment = z.iso.datetime();

/** Some clients drop nulls before they read, and then miss the description. */
export const RegisteredModel = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  createdAt: moment,
  createdBy: Person,
  modifiedAt: moment,
  modifiedBy: Person,
  target: z.strictObject({ name: text, type: z.string() }),
  lastVersionNum: z.int(),
  isArchived: z.boolean(),
  isGlobal: z.boolean(),
  tags: z.array(Tag),
  permissions: z.array(z.string()),
});

/** A deployment that has, had or compares with a version. */
export const AssociatedDeployment = z.strictObject({
  id: z.string(),
  label: z.string(),
  status: z.string(),
  currentlyDeployed: z.boolean(),
  isChallenger: z.boolean(),
  registeredModelVersion: z.int(),
  modelPackageId: z.string(),
  firstDeployedAt: moment,
  firstDeployedBy: Person,
  createdBy: Person,
  createdAt: moment,
  predictionEnvironment: z.strictObject({
    id: z.string(),
    name: z.string(),
    plugin: z.null(),
    platform: z.string(),
    supportedModelFormats: z.array(z.string()),
    isManagedByManagementAgent: z.boolean(),
  }),
});
