import type { Readable } from 'node:stream';
import type { Ctx } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { accepted, type ByteReply, bytes, type Reply } from '#platform/http/reply.ts';
import { completedStatus } from '../../status-replies.ts';
import { getManifestOrThrow, getPackageOrThrow } from '../registry.kind.ts';
import { RegistryProblems } from '../registry.problems.ts';
import { packArchive } from './archive.ts';
import { filesOf, MANIFEST, manifestOf } from './manifest.rules.ts';

/** A file to save, named after the version in characters that every system accepts. */
export const fileReply = (name: string, extension: string, content: Buffer | Readable): ByteReply =>
  bytes('application/octet-stream', content, {
    'content-disposition': `attachment; filename="${name.replace(/[^\w.-]+/g, '_').slice(0, 100)}.${extension}"`,
  });

/** A version with everything it needs to answer, as one file. */
export async function downloadPackage(ctx: Ctx, packageId: string): Promise<ByteReply> {
  const { row } = await getPackageOrThrow(ctx, packageId, 'use');
  const bundle = await getManifestOrThrow(ctx, packageId);
  const manifest = Buffer.from(JSON.stringify(manifestOf(row, bundle)));
  const blobs = filesOf(bundle).map((key) => ({ name: key.split('/').at(-1) ?? '', key }));
  return fileReply(row.name, 'mlpkg', packArchive(ctx.blobs, [{ name: MANIFEST, bytes: manifest }, ...blobs]));
}

/** The file is made while it is downloaded; clients want a job before that. */
export async function buildPackageFile(ctx: Ctx, packageId: string, location: string): Promise<Reply> {
  await getPackageOrThrow(ctx, packageId, 'use');
  await getManifestOrThrow(ctx, packageId);
  return accepted(await ctx.db.transaction((tx) => completedStatus(ctx, tx, location, 'Make a package file')));
}

/** Models answer here, in their own format: there is no program of them to take away. */
export async function noScoringCode(ctx: Ctx, packageId: string): Promise<never> {
  await getPackageOrThrow(ctx, packageId, 'use');
  return refuse(RegistryProblems.noScoringCode, packageId);
}
