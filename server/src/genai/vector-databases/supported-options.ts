import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { CHUNK_SIZE, OVERLAP, SEPARATORS } from './building/chunking.rules.ts';
import { embeddingModels } from './embeddings.ts';

const Model = z.strictObject({
  embeddingModel: z.string(),
  description: z.string(),
  maxSequenceLength: z.int(),
  languages: z.array(z.string()),
});

export const SupportedEmbeddingsQuery = z.strictObject({
  datasetId: z.string().optional(),
  useCaseId: z.string().optional(),
});

export const SupportedEmbeddings = z.strictObject({
  embeddingModels: z.array(Model),
  defaultEmbeddingModel: z.string(),
  customModelEmbeddingValidations: z.array(z.never()),
  openaiEmbeddingValidations: z.array(z.never()),
});

export function supportedEmbeddings({ config }: Ctx): z.infer<typeof SupportedEmbeddings> {
  const models = embeddingModels(config);
  return {
    embeddingModels: models.map((model) => ({ ...model, languages: [...model.languages] })),
    defaultEmbeddingModel: models[0].embeddingModel,
    customModelEmbeddingValidations: [],
    openaiEmbeddingValidations: [],
  };
}

const Parameter = z.strictObject({
  name: z.string(),
  type: z.string(),
  min: z.number().nullable(),
  max: z.number().nullable(),
  description: z.string(),
  default: z.union([z.number(), z.boolean(), z.array(z.string())]),
});

export const SupportedTextChunkings = z.strictObject({
  textChunkingConfigs: z.array(
    z.strictObject({
      embeddingModel: z.string(),
      methods: z.array(
        z.strictObject({
          chunkingMethod: z.literal('recursive'),
          title: z.string(),
          description: z.string(),
          chunkingParameters: z.array(Parameter),
        }),
      ),
      defaultMethod: z.literal('recursive'),
    }),
  ),
});

const PARAMETERS: z.infer<typeof Parameter>[] = [
  {
    name: 'chunkSize',
    type: 'int',
    min: CHUNK_SIZE.least,
    max: CHUNK_SIZE.most,
    description: 'Tokens a chunk has at most',
    default: CHUNK_SIZE.usual,
  },
  {
    name: 'chunkOverlapPercentage',
    type: 'int',
    min: OVERLAP.least,
    max: OVERLAP.most,
    description: 'How much of a chunk is said again at the start of the next',
    default: OVERLAP.usual,
  },
  {
    name: 'separators',
    type: 'list[str]',
    min: null,
    max: null,
    description: 'Where texts are cut, tried in this order',
    default: [...SEPARATORS],
  },
  {
    name: 'isSeparatorRegex',
    type: 'bool',
    min: null,
    max: null,
    description: 'Whether separators are regular expressions (RE2 syntax)',
    default: false,
  },
];

export const supportedTextChunkings = ({ config }: Ctx): z.infer<typeof SupportedTextChunkings> => ({
  textChunkingConfigs: embeddingModels(config).map(({ embeddingModel }) => ({
    embeddingModel,
    methods: [
      {
        chunkingMethod: 'recursive',
        title: 'Recursive',
        description: 'Cuts at paragraphs, then lines, then words, until chunks are small enough',
        chunkingParameters: PARAMETERS,
      },
    ],
    defaultMethod: 'recursive',
  })),
});

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
