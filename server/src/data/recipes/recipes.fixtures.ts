import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { grantOwnership } from '#accounts';
import type { Platform } from '#platform/context.ts';
import type { Actor } from '#platform/http/actor.ts';
import { newId } from '#platform/ids.ts';
import { eventually, until } from '#platform/jobs/jobs.fixtures.ts';
import type { Asked, ServedApp } from '../../../test/served-app.ts';
import { withDuckdb } from '../duckdb/duckdb-session.ts';
import { quoteText } from '../duckdb/duckdb-sql.ts';
import { datasetResource } from '../versions/find-version.ts';

type Owner = Pick<Actor, 'userId' | 'organizationId'>;

const featureType = (type: string): string =>
  /INT|DOUBLE|DECIMAL/.test(type)
    ? 'Numeric'
    : /DATE|TIME/.test(type)
      ? 'Date'
      : type === 'BOOLEAN'
        ? 'Boolean'
        : 'Categorical';

/** A dataset of the catalogue whose rows are those of a query, without the way through an upload. */
export async function aDataset(platform: Platform, owner: Owner, query: string, name = 'sales') {
  const { db, blobs, config, now } = platform;
  const datasetId = newId(now());
  await db.transaction(async (tx) => {
    await tx
      .insertInto('datasets')
      .values({
        id: datasetId,
        organization_id: owner.organizationId,
        owner_id: owner.userId,
        name,
        latest_version_id: null,
        created_at: now(),
        modified_at: now(),
        modified_by: owner.userId,
        deleted_at: null,
        deleted_by: null,
      })
      .execute();
    await grantOwnership(tx, owner as Actor, now(), datasetResource(datasetId));
  });
  const addVersion = async (rows: string): Promise<string> => {
    const versionId = newId(now());
    const parquetKey = `datasets/${datasetId}/${versionId}.parquet`;
    const folder = await mkdtemp(join(tmpdir(), 'almanac-recipes-'));
    const file = join(folder, 'data.parquet');
    const columns = await withDuckdb({ config, files: [file] }, async (session) => {
      await session.run(`COPY (${rows}) TO ${quoteText(file)} (FORMAT parquet)`);
      return session.rows(`DESCRIBE SELECT * FROM read_parquet(${quoteText(file)})`);
    });
    const bytes = await blobs.write(parquetKey, createReadStream(file));
    await rm(folder, { recursive: true });
    const { seq } = await db.queries
      .selectFrom('dataset_versions')
      .where('dataset_id', '=', datasetId)
      .select(({ fn }) => fn.countAll<number>().as('seq'))
      .executeTakeFirstOrThrow();
    await db.transaction(async (tx) => {
      await tx
        .insertInto('dataset_versions')
        .values({
          id: versionId,
          dataset_id: datasetId,
          seq: seq + 1,
          state: 'COMPLETED',
          source_type: 'file',
          source_uri: `${name}.csv`,
          file_name: `${name}.csv`,
          parquet_key: parquetKey,
          parquet_bytes: bytes,
          row_count: 1,
          column_count: columns.length,
          created_by: owner.userId,
          created_at: now(),
        } as never)
        .execute();
      await tx
        .insertInto('dataset_features')
        .values(
          columns.map((column, position) => ({
            version_id: versionId,
            position,
            name: String(column.column_name),
            feature_type: featureType(String(column.column_type)),
            summary: JSON.stringify({ storedAs: String(column.column_type) }),
            plot: null,
          })),
        )
        .execute();
      await tx.updateTable('datasets').set({ latest_version_id: versionId }).where('id', '=', datasetId).execute();
    });
    return versionId;
  };
  return { datasetId, versionId: await addVersion(query), addVersion };
}

/** How a test waits for what a worker does. */
export function following({ ask, platform }: ServedApp, key: string) {
  return {
    /** The end of the work an answer speaks of: where it leads, and what its record says. */
    async finished(answer: Asked, wanted: 'COMPLETED' | 'ERROR' = 'COMPLETED') {
      if (answer.status !== 202) throw new Error(`Nothing was begun: ${answer.status} ${JSON.stringify(answer.body)}`);
      const { statusId } = answer.body;
      const { status, message } = await until(platform, statusId, 'COMPLETED', 'ERROR', 'ABORTED');
      if (status !== wanted) throw new Error(`The work ended as ${status}: ${message}`);
      const told = await ask(`GET /api/v2/status/${statusId}/`, { key });
      return { status, message, location: String(told.headers.location) };
    },
    insights: (path: string) =>
      eventually(async () => {
        const { body } = await ask(`GET ${path}insights/`, { key });
        return body.status === 'running' ? null : body;
      }),
  };
}

/** What a Parquet file of the store holds, as text. */
export async function rowsOf({ config, blobs }: Platform, parquetKey: string) {
  const file = blobs.localPath(parquetKey) ?? '';
  return withDuckdb({ config, files: [file] }, async (session) => {
    const read = `read_parquet(${quoteText(file)})`;
    const columns = (await session.rows(`DESCRIBE FROM ${read}`)).map((row) => String(row.column_name));
    const rows: (string | null)[][] = [];
    const { chunks } = await session.stream(`SELECT COLUMNS(*)::VARCHAR FROM ${read}`);
    for await (const chunk of chunks) rows.push(...(chunk.getRows() as (string | null)[][]));
    return { columns, rows };
  });
}
