import type { Config } from '#config';

/** Learned from the documents themselves; nothing is downloaded and nothing leaves the machine. */
export const LOCAL_MODEL = 'almanac/latent-semantic-256';

export interface EmbeddingModel {
  readonly embeddingModel: string;
  readonly description: string;
  readonly maxSequenceLength: number;
  readonly languages: readonly string[];
}

const LOCAL: EmbeddingModel = {
  embeddingModel: LOCAL_MODEL,
  description: 'Built in: latent semantic analysis of the documents themselves. Knows the words of the documents.',
  maxSequenceLength: 512,
  languages: ['any'],
};

/** The default first. */
export function embeddingModels({ embeddings }: Config): readonly [EmbeddingModel, ...EmbeddingModel[]] {
  const [first, ...others] = embeddings.baseUrl === null ? [] : embeddings.models.map(served);
  return first === undefined ? [LOCAL] : [first, ...others, LOCAL];
}

const served = (embeddingModel: string): EmbeddingModel => ({
  embeddingModel,
  description: 'Asked of the embeddings service of this installation.',
  maxSequenceLength: 512,
  languages: ['any'],
});
