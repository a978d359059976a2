import type { z } from 'zod';
import { accessTo } from '#accounts';
import type { Ctx } from '#platform/context.ts';
import { page, type Window } from '#platform/http/page.ts';
import { refuse } from '#platform/http/problem.ts';
import { type ByteReply, bytes } from '#platform/http/reply.ts';
import { DatasetProblems } from '../versions/dataset.problems.ts';
import { datasetProjects } from '../versions/dataset.store.ts';
import { datasetResource, findVersion } from '../versions/find-version.ts';
import { versionStore } from '../versions/version.store.ts';
import { datasetList } from './catalog.store.ts';
import { type DatasetQuery, ofDataset, toItem, toRecord, type VersionQuery } from './dataset.schema.ts';

/** What the caller owns and what is shared with them, by itself or in a use case. */
export async function listDatasets(ctx: Ctx, url: string, query: z.output<typeof DatasetQuery>) {
  const { rows, total } = await datasetList(ctx, query);
  const shown = rows.map((row) => ofDataset(row, toItem(row)));
  return page(ctx.links, url, query, shown, total);
}

export async function getDataset(ctx: Ctx, id: string) {
  const row = await findVersion(ctx, id, 'read');
  return ofDataset(row, toRecord(row));
}

export async function listVersions(ctx: Ctx, id: string, url: string, query: z.output<typeof VersionQuery>) {
  const { categories } = await findVersion(ctx, id, 'read');
  const none = query.category !== undefined && !categories.includes(query.category);
  const { rows, total } = none
    ? { rows: [], total: 0 }
    : await versionStore(ctx.db.queries).page(ctx.actor.organizationId, id, query);
  return page(ctx.links, url, query, rows.map(toItem), total);
}

export async function getVersion(ctx: Ctx, id: string, versionId: string) {
  return toRecord(await findVersion(ctx, id, 'read', versionId));
}

/** One truth value for each thing a client may offer to do. */
export async function getPermissions(ctx: Ctx, id: string) {
  await findVersion(ctx, id, 'read');
  const access = await accessTo(ctx, datasetResource(id));
  const owner = access?.role === 'OWNER';
  const editor = owner || access?.role === 'EDITOR';
  const user = access?.canUseData === true;
  return {
    canDeleteDataset: owner,
    canReloadDataset: editor,
    canUpdateMetadata: editor,
    canCreateFeaturelist: editor,
    canPatchDatasetAliases: editor,
    canPatchDatasetInfo: editor,
    canPostDatasetDescriptions: editor,
    canPatchCatalogInfo: editor,
    canShareDataset: access?.canShare === true,
    canSetRoles: access?.canShare === true,
    canGetCatalogItemInfo: true,
    canGetDatasetInfo: true,
    canGetFeatureInfo: true,
    canGetDatasetPermissions: true,
    canViewData: user,
    canCreateProject: user,
    canDownloadDatasetData: user,
    canUseDatasetData: user,
  };
}

export async function listProjects(ctx: Ctx, id: string, url: string, window: Window, versionId?: string) {
  await findVersion(ctx, id, 'read', versionId);
  const { rows, total } = await datasetProjects(ctx, { datasetId: id, versionId }, window);
  const data = rows.map((row) => ({ id: row.id, url: ctx.links.absolute(`/api/v2/projects/${row.id}/`) }));
  return page(ctx.links, url, window, data, total);
}

const TYPES: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  json: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/** The file as it was uploaded, byte for byte; the Parquet table where there was no file (a recipe). */
export async function downloadFile(ctx: Ctx, datasetId: string, versionId?: string): Promise<ByteReply> {
  const version = await findVersion(ctx, datasetId, 'use', versionId);
  if (version.state === 'RUNNING') refuse(DatasetProblems.stillReading, version.id);
  const key = version.original_key ?? version.parquet_key ?? refuse(DatasetProblems.notKept, version.id);
  const isOriginal = version.original_key !== null;
  const packed = { gzip: 'application/gzip', zip: 'application/zip' };
  const { format = 'parquet', compression } = version.reading ?? {};
  const type = isOriginal && compression ? packed[compression] : TYPES[isOriginal ? format : 'parquet'];
  const name = isOriginal ? version.file_name : `${version.name}.parquet`;
  const size = await ctx.blobs.size(key);
  return bytes(type ?? 'application/octet-stream', await ctx.blobs.read(key), {
    'content-disposition': `attachment; filename*=UTF-8''${encodeName(name)}`,
    ...(size === null ? {} : { 'content-length': String(size) }),
  });
}

const encodeName = (name: string) =>
  encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
