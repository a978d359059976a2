import { z } from 'zod';

const Constraints = z.strictObject({
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  allowedChoices: z.array(z.string()).optional(),
});

export const SupportedRetrievalSettings = z.strictObject({
  settings: z.array(
    z.strictObject({
      name: z.string(),
      title: z.string(),
      type: z.string(),
      description: z.string(),
      constraints: Constraints,
      default: z.union([z.number(), z.boolean(), z.string(), z.null()]),
    }),
  ),
});

type Setting = z.infer<typeof SupportedRetrievalSettings>['settings'][number];

const SETTINGS: Setting[] = [
  {
    name: 'maxDocumentsRetrievedPerPrompt',
    title: 'Max documents retrieved per prompt',
    type: 'integer',
    description: 'How many pieces an answer is given from at most',
    constraints: { minimum: 1, maximum: 100 },
    default: 10,
  },
  {
    name: 'maxTokens',
    title: 'Max tokens',
    type: 'integer',
    description: 'How long those pieces are together at most',
    constraints: { minimum: 1, maximum: 1_000_000 },
    default: null,
  },
  {
    name: 'retrievalMode',
    title: 'Retrieval mode',
    type: 'string',
    description: 'The likest pieces, or likely ones that differ from each other',
    constraints: { allowedChoices: ['similarity', 'maximal_marginal_relevance'] },
    default: 'similarity',
  },
  {
    name: 'maximalMarginalRelevanceLambda',
    title: 'Maximal marginal relevance lambda',
    type: 'number',
    description: 'Weight of likeness against difference: 1 is likeness alone; 0.5 when nothing is said',
    constraints: { minimum: 0, maximum: 1 },
    // The newest Python client takes no fraction here.
    default: null,
  },
  {
    name: 'addNeighborChunks',
    title: 'Add neighbor chunks',
    type: 'boolean',
    description: 'Whether the pieces before and after are given too',
    constraints: {},
    default: false,
  },
];

export const supportedRetrievalSettings = (): z.infer<typeof SupportedRetrievalSettings> => ({ settings: SETTINGS });
