import type { z } from 'zod';
import { invalidFields } from '#platform/http/problem.ts';
import { compilePattern, UnsupportedPattern } from '#platform/user-pattern.ts';
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
  const wrong = isSeparatorRegex ? unsupportedSeparator(separators) : undefined;
  if (wrong !== undefined) throw invalidFields({ [`chunkingParameters.separators.${wrong.at}`]: wrong.reason });
  return {
    custom: customChunking ?? false,
    size: chunkSize ?? CHUNK_SIZE.usual,
    overlapPercentage: chunkOverlapPercentage ?? OVERLAP.usual,
    separators,
    isRegex: isSeparatorRegex ?? false,
  };
}

/** The first that is no regular expression of the engine that cuts; undefined when all are. */
export function unsupportedSeparator(
  separators: readonly string[],
): { readonly at: number; readonly reason: string } | undefined {
  for (const [at, separator] of separators.entries()) {
    try {
      compilePattern(separator);
    } catch (error) {
      if (!(error instanceof UnsupportedPattern)) throw error;
      const shown = JSON.stringify(separator);
      const reason = `${shown} cannot be used as a regular expression: ${error.message}. Use the syntax of RE2`;
      return { at, reason };
    }
  }
  return undefined;
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
