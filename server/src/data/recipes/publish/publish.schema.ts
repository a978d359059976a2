import { z } from 'zod';

const Category = z.enum(['TRAINING', 'PREDICTION', 'SAMPLE']);

export const Publication = z.strictObject({
  recipeId: z.string().min(1).max(64),
  name: z.string().trim().min(1).max(255).nullish(),
  // The result is always kept: both may be said, neither may be refused.
  doSnapshot: z.literal(true, 'The result of a recipe is always kept: send true or leave this out').nullish(),
  persistDataAfterIngestion: z
    .literal(true, 'The result of a recipe is always kept: send true or leave this out')
    .nullish(),
  categories: z.union([Category.transform((one) => [one]), z.array(Category).max(3)]).nullish(),
  credentialId: z.string().min(1).max(64).nullish(),
  useKerberos: z.literal(false, 'Kerberos is not offered: send false or leave this out').nullish(),
  materializationDestination: z
    .null('Writing back to a data store is not offered: the result becomes a dataset')
    .optional(),
});

export const PublishedVersion = z.strictObject({
  catalogId: z.string(),
  catalogVersionId: z.string(),
  statusId: z.string(),
});
