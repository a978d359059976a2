import type { z } from 'zod';
import { invalidFields } from '#platform/http/problem.ts';
import { CHUNK_SIZE, type Chunking, OVERLAP, SEPARATORS } from './chunking/chunking.rules.ts';
import type { VectorDatabaseCreate } from './vector-database.schema.ts';

type Parameters = NonNullable<z.output<typeof VectorDatabaseCreate>['chunkingParameters']>;

export const MOST_METADATA_COLUMNS = 50;

/** What was asked for, with what is usual where nothing was said. */
export function chunkingOf(asked: Parameters): Chunking {
  const { customChunking, chunkingMethod, chunkSize, chunkOverlapPercentage, isSeparatorRegex } = asked;
  if (customChunking && [chunkingMethod, chunkSize, chunkOverlapPercentage].some((one) => (one ?? null) !== null))
    throw invalidFields({
      'chunkingParameters.customChunking': 'Rows are chunks already: leave out method, size and overlap',
    });
  const separators = asked.separators ?? SEPARATORS;
  if (isSeparatorRegex)
    for (const [at, separator] of separators.entries())
      if (!isPattern(separator))
        throw invalidFields({ [`chunkingParameters.separators.${at}`]: `${separator} is no regular expression` });
  return {
    custom: customChunking ?? false,
    size: chunkSize ?? CHUNK_SIZE.usual,
    overlapPercentage: chunkOverlapPercentage ?? OVERLAP.usual,
    separators,
    isRegex: isSeparatorRegex ?? false,
  };
}

function isPattern(text: string): boolean {
  try {
    return new RegExp(text, 'gu') instanceof RegExp;
  } catch {
    return false;
  }
}

/** The metadata columns of a dataset that has the columns documents need. */
export function columnsIn(names: readonly string[]): string[] {
  const missing = ['document', 'document_file_path'].filter((name) => !names.includes(name));
  if (missing.length > 0)
    throw invalidFields({
      datasetId: `The dataset has no column ${missing.join(' and ')}; it needs document and document_file_path`,
    });
  const others = names.filter((name) => name !== 'document' && name !== 'document_file_path');
  if (others.length > MOST_METADATA_COLUMNS)
    throw invalidFields({
      datasetId: `The dataset has ${others.length} metadata columns; at most ${MOST_METADATA_COLUMNS} are taken`,
    });
  return others;
}
