import { z } from 'zod';
import { ASSOCIATIONS, CORRELATIONS } from './association.rules.ts';

export const MatrixRequest = z.strictObject({ featurelistId: z.string().min(1) });
export const MatrixQuery = z.strictObject({
  type: z.enum(['association', 'correlation']).optional(),
  metric: z.enum([...ASSOCIATIONS, ...CORRELATIONS]).optional(),
  featurelistId: z.string().optional(),
});
export const DetailsQuery = z.strictObject({
  feature1: z.string(),
  feature2: z.string(),
  featurelistId: z.string().optional(),
});

export const AssociationStarted = z.strictObject({ statusId: z.string() });
export const AssociationMatrix = z.strictObject({
  strengths: z.array(z.strictObject({ feature1: z.string(), feature2: z.string(), statistic: z.number() })),
  features: z.array(
    z.strictObject({
      feature: z.string(),
      alphabeticSortIndex: z.int(),
      strengthSortIndex: z.int(),
      importanceSortIndex: z.int(),
      clusterSortIndex: z.int(),
      clusterId: z.int().optional(),
      clusterName: z.string().optional(),
    }),
  ),
});
export const AssociationDetails = z.strictObject({
  chartType: z.literal('contingency'),
  features: z.array(z.string()),
  types: z.array(z.string()),
  values: z.array(z.array(z.union([z.string(), z.number()]))),
});
export const AssociationLists = z.strictObject({
  featurelists: z.array(z.strictObject({ featurelistId: z.string(), title: z.string(), hasFam: z.boolean() })),
});
