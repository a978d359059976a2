import { z } from 'zod';
import type { Ctx } from '#platform/context.ts';
import { CHUNK_SIZE, OVERLAP, SEPARATORS } from './chunking/chunking.rules.ts';
import { embeddingModels } from './embedding/embedding-models.ts';

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
