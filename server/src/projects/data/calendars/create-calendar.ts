import type { z } from 'zod';
import { requireRole } from '#accounts';
import { DATASET, ingestFile, versionForReading } from '#data';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { type Form, getFileOrThrow } from '#platform/http/form.ts';
import { invalidFields } from '#platform/http/problem.ts';
import { accepted, type Reply } from '#platform/http/reply.ts';
import { newId } from '#platform/ids.ts';
import { calendarJob } from './calendar.job.ts';
import type { FromCountry, FromDataset, FromFile } from './calendar.schema.ts';
import { countries } from './holidays.ts';

type Wanted = Omit<Parameters<(typeof calendarJob)['run']>[1], 'calendarId'>;

const enqueue = (ctx: Ctx, tx: Tx, wanted: Wanted) =>
  ctx.jobs.enqueue(
    tx,
    calendarJob,
    { ...wanted, calendarId: newId(ctx.now()) },
    { actor: ctx.actor, description: `Make the calendar ${wanted.name}` },
  );

/** Everybody with an account may make calendars; they are theirs. */
export async function createFromFile(ctx: Ctx, form: Form, given: z.output<typeof FromFile>): Promise<Reply> {
  const file = getFileOrThrow(form, 'the calendar');
  const { filename: fileName, blobKey } = file;
  let key: string | undefined;
  try {
    const statusId = await ctx.db.transaction(async (tx) => {
      const { versionId, originalKey } = await ingestFile(ctx, tx, { blobKey, fileName, visible: false });
      key = originalKey;
      return enqueue(ctx, tx, {
        name: given.name ?? fileName,
        source: fileName,
        seriesColumn: given.multiseriesIdColumns?.[0] ?? null,
        from: { kind: 'version', versionId, upload: true },
      });
    });
    return accepted(statusId);
  } catch (error) {
    if (key !== undefined) await ctx.blobs.delete(key);
    throw error;
  }
}

export async function createFromDataset(ctx: Ctx, given: z.output<typeof FromDataset>): Promise<Reply> {
  await requireRole(ctx, { kind: DATASET, id: given.datasetId }, 'use');
  const version = await versionForReading(ctx, {
    datasetId: given.datasetId,
    ...(given.datasetVersionId ? { versionId: given.datasetVersionId } : {}),
  });
  const statusId = await ctx.db.transaction((tx) =>
    enqueue(ctx, tx, {
      name: given.name ?? version.name,
      source: version.name,
      seriesColumn: given.multiseriesIdColumns?.[0] ?? null,
      from: { kind: 'version', versionId: version.id, upload: false },
    }),
  );
  return accepted(statusId);
}

export async function createFromCountry(ctx: Ctx, given: z.output<typeof FromCountry>): Promise<Reply> {
  const { countryCode: code, startDate: start, endDate: end } = given;
  const country = countries().find((known) => known.code === code);
  if (country === undefined) {
    throw invalidFields({
      countryCode: `The holidays of ${JSON.stringify(code)} are not known. GET calendarCountryCodes/ lists the countries`,
    });
  }
  const statusId = await ctx.db.transaction((tx) =>
    enqueue(ctx, tx, {
      name: given.name ?? `${country.name} holidays`,
      source: `country ${code}`,
      seriesColumn: null,
      from: { kind: 'country', code, start, end },
    }),
  );
  return accepted(statusId);
}
