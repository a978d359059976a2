import type { Platform } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { withDuckdb } from '../duckdb/duckdb-session.ts';
import { quoteName, quoteText } from '../duckdb/duckdb-sql.ts';
import type { FeatureSummary } from '../profile/profile.types.ts';
import { present, storedKind } from '../profile/typed-value.ts';
import { DatasetProblems } from './dataset.problems.ts';
import { versionProfile, withVersionParquet } from './version-files.ts';

/** Cells of one row, as text; null for those without a value. */
export type RowCells = readonly (string | null)[];

interface WantedCells {
  readonly name: string;
  /** Points in time are written as ISO 8601, whatever form they have in the file. */
  readonly isTime?: boolean;
}

/**
 * Some columns of a COMPLETED version, in the order of the file, some rows at a time: memory does not grow with the file.
 * Numbers without a fraction are written without one. For jobs.
 */
export async function readCells(
  platform: Platform,
  versionId: string,
  columns: readonly WantedCells[],
  take: (rows: readonly RowCells[]) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const { columns: known } = await versionProfile(platform, versionId);
  const byName = new Map(known.map((column) => [column.name, column]));
  const wanted = columns.map(({ name, isTime = false }) => {
    const found = byName.get(name) ?? refuse(DatasetProblems.noSuchColumn, versionId, name);
    return isTime ? timeOf(name, found.summary) : cellOf(name, found.summary);
  });
  const read = async (path: string) => {
    const options = { config: platform.config, files: [path], ...(signal ? { signal } : {}) };
    await withDuckdb(options, async (session) => {
      const { chunks } = await session.stream(`SELECT ${wanted.join(', ')} FROM read_parquet(${quoteText(path)})`);
      for await (const chunk of chunks) {
        const vectors = wanted.map((_, index) => chunk.getColumnVector(index));
        await take(
          Array.from({ length: chunk.rowCount }, (_, row) =>
            vectors.map((vector) => vector.getItem(row) as string | null),
          ),
        );
      }
    });
  };
  return withVersionParquet(platform, versionId, read, signal);
}

/** The first values of a column that occur more than once, read the same way. */
export async function findRepeatedCells(
  platform: Platform,
  versionId: string,
  column: string,
  most: number,
  signal?: AbortSignal,
): Promise<string[]> {
  const { columns: known } = await versionProfile(platform, versionId);
  const found = known.find(({ name }) => name === column) ?? refuse(DatasetProblems.noSuchColumn, versionId, column);
  const cell = cellOf(column, found.summary);
  const read = (path: string) =>
    withDuckdb({ config: platform.config, files: [path], ...(signal ? { signal } : {}) }, (session) =>
      session.rows(
        `SELECT ${cell} AS cell FROM read_parquet(${quoteText(path)}) WHERE cell IS NOT NULL GROUP BY cell HAVING count(*) > 1 LIMIT ${most}`,
      ),
    );
  return (await withVersionParquet(platform, versionId, read, signal)).map((row) => String(row.cell));
}

type Summary = Pick<FeatureSummary, 'featureType' | 'storedAs' | 'dateFormat'>;

function cellOf(name: string, { storedAs }: Summary): string {
  const text = `${quoteName(name)}::VARCHAR`;
  return storedKind(storedAs) === 'number' ? `regexp_replace(${text}, '\\.0+$', '')` : present(`trim(${text})`);
}

const ISO = quoteText('%Y-%m-%dT%H:%M:%S.%gZ');

function timeOf(name: string, summary: Summary): string {
  const { featureType, storedAs, dateFormat } = summary;
  if (storedKind(storedAs) === 'time') return `strftime(${quoteName(name)}::TIMESTAMP, ${ISO})`;
  if (featureType !== 'Date' || dateFormat === null) return cellOf(name, summary);
  return `strftime(try_strptime(${present(quoteName(name))}, ${quoteText(dateFormat)}), ${ISO})`;
}
