import type { z } from 'zod';
import type { JobKind } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { runTimes } from '#platform/jobs/schedule/schedule.ts';
import type { BatchDefinitionRow } from '../batch.tables.ts';
import type { definitionShape } from './definition.schema.ts';
import { definitionStore, type SeenPerson } from './definition.store.ts';

export type CommonDefinition = { [Field in keyof typeof definitionShape]: z.output<(typeof definitionShape)[Field]> };

const personOf = (id: string, person: SeenPerson | undefined) => ({
  userId: id,
  username: person?.username ?? id,
  fullName: [person?.first_name, person?.last_name].filter(Boolean).join(' ') || (person?.username ?? id),
});

const written = (date: Date | null | undefined): string | null => date?.toISOString() ?? null;

/** Definitions with what became of them, all with a few questions to the database. */
export async function commonDefinitions(
  db: Queries,
  kind: Pick<JobKind<never>, 'name'>,
  rows: readonly BatchDefinitionRow[],
): Promise<CommonDefinition[]> {
  const ids = rows.map(({ id }) => id);
  const store = definitionStore(db);
  const runs = await store.runs(ids);
  const times = await runTimes(db, kind, ids);
  const people = await store.people([...new Set(rows.flatMap((row) => [row.created_by, row.updated_by]))]);
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    enabled: row.enabled,
    schedule: row.schedule === null ? null : mutable(row.schedule),
    created: row.created_at.toISOString(),
    updated: row.updated_at.toISOString(),
    createdBy: personOf(row.created_by, people.get(row.created_by)),
    updatedBy: personOf(row.updated_by, people.get(row.updated_by)),
    lastFailedRunTime: written(runs.get(row.id)?.lastFailed),
    lastSuccessfulRunTime: written(runs.get(row.id)?.lastSuccessful),
    lastScheduledRunTime: written(times.get(row.id)?.last),
    nextScheduledRunTime: written(times.get(row.id)?.next),
    lastStartedJobStatus: runs.get(row.id)?.lastStatus ?? null,
    lastStartedJobTime: written(runs.get(row.id)?.lastStarted),
  }));
}

type Kept = NonNullable<BatchDefinitionRow['schedule']>;
const mutable = ({ minute, hour, dayOfMonth, month, dayOfWeek }: Kept) => ({
  minute: [...minute],
  hour: [...hour],
  dayOfMonth: [...dayOfMonth],
  month: [...month],
  dayOfWeek: [...dayOfWeek],
});
