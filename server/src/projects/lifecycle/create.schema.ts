import { z } from 'zod';

const id = z.string().min(1).max(64);

/** One body for all ways: JSON or form fields, with a file or without. */
export const NewProject = z.strictObject({
  projectName: z.string().trim().max(500).nullish(),
  url: z.string().max(4000).nullish(),
  datasetId: id.nullish(),
  datasetVersionId: id.nullish(),
  recipeId: id.nullish(),
  useCaseId: id.nullish(),
  useSampleFromDataset: z.boolean().nullish(),
  dataSourceId: id.nullish(),
  user: z.string().nullish(),
  password: z.string().nullish(),
  credentialId: z.string().nullish(),
  credentialData: z.record(z.string(), z.unknown()).nullish(),
  useKerberos: z.boolean().nullish(),
});

export const Clone = z.strictObject({
  projectId: id,
  projectName: z.string().trim().max(500).nullish(),
  copyOptions: z.boolean().nullish(),
});

export const ProjectBegun = z.strictObject({ pid: z.string(), statusId: z.string() });
