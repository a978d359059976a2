import { type BinnedProfile, mergeBinned, mergeDigests, readBinned, type TDigest, writeBinned } from '@almanac/engine';
import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { findRow, matching, updateRows } from '#platform/db/rows.ts';
import type { ProfileRow } from '../monitoring.tables.ts';
import { type AggregateFilter, isInSegment, isOfModels } from '../scope/statistics-parts.ts';

/** Whose predictions, of which hour or batch, of which segment. */
export type ProfileKey = Pick<
  ProfileRow,
  'deployment_id' | 'package_id' | 'batch_id' | 'segment_attribute' | 'segment_value' | 'hour'
>;

export interface NewProfile extends Omit<ProfileRow, 'profiles' | 'digest'> {
  readonly profiles: readonly BinnedProfile[];
  readonly digest: TDigest | null;
}

export interface ProfileFilter extends AggregateFilter {
  /** Percentiles are read from them; nothing else is. */
  readonly withDigests?: boolean;
}

type Kept = Pick<ProfileRow, 'package_id' | 'model_id' | 'batch_id' | 'hour' | 'rows' | 'profiles' | 'digest'>;

/** Called by the ingestion only, which holds the lock of the deployment. */
export async function addProfile(tx: Tx, { profiles: added, digest: newDigest, ...row }: NewProfile): Promise<void> {
  const { model_id: _, rows, ...key } = row;
  const known = await findRow(tx, 'monitoring_profiles', key);
  const profiles = known ? mergeByPlace(readBinned(known.profiles), added) : added;
  const digest = known?.digest && newDigest ? mergeDigests(readDigest(known.digest), newDigest) : newDigest;
  const kept = digest ? writeDigest(digest) : (known?.digest ?? null);
  const values = { rows: rows + (known?.rows ?? 0), profiles: Buffer.from(writeBinned(profiles)), digest: kept };
  if (known) await updateRows(tx, 'monitoring_profiles', key, values);
  else {
    await tx
      .insertInto('monitoring_profiles')
      .values({ ...row, ...values })
      .execute();
  }
}

/** In the order of time. */
export function readProfileRows(db: Queries, scope: ProfileFilter): Promise<Kept[]> {
  return db
    .selectFrom('monitoring_profiles')
    .select(['package_id', 'model_id', 'batch_id', 'hour', 'rows', 'profiles'])
    .select(scope.withDigests ? 'digest' : sql<Buffer | null>`null`.as('digest'))
    .where(isOfModels(scope))
    .where(isInSegment(scope))
    .orderBy('hour')
    .execute();
}

export async function segmentValues(
  db: Queries,
  organizationId: string,
  deploymentId: string,
  attribute: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('monitoring_profiles')
    .select('segment_value')
    .distinct()
    .where(
      matching<'monitoring_profiles'>({
        organization_id: organizationId,
        deployment_id: deploymentId,
        segment_attribute: attribute,
      }),
    )
    .orderBy('segment_value')
    .execute();
  return rows.map((row) => row.segment_value);
}

type Maybe = BinnedProfile | null | undefined;

/** Profiles in other bins (of another version of the same model) are left out: there is no way to add them. */
function mergeMaybe(a: Maybe, b: Maybe): BinnedProfile | null {
  if (!a || !b) return a ?? b ?? null;
  return a.kind === b.kind && a.counts.length === b.counts.length ? mergeBinned(a, b) : b;
}

/** Place by place; the longer list is of a layout that has grown since. */
function mergeByPlace(a: readonly Maybe[], b: readonly BinnedProfile[]): BinnedProfile[] {
  const longer = a.length > b.length ? a : b;
  return longer.map((_, place) => mergeMaybe(a[place], b[place]) as BinnedProfile);
}

/** A digest in half the bytes it has in memory: seven digits are more than it promises. */
export function writeDigest({ means, weights }: TDigest): Buffer {
  const numbers = new Float32Array(means.length * 2);
  numbers.set(means);
  numbers.set(weights, means.length);
  return Buffer.from(numbers.buffer);
}

export function readDigest(bytes: Buffer): TDigest {
  const numbers = new Float32Array(new Uint8Array(bytes).buffer);
  const half = numbers.length / 2;
  return { means: Float64Array.from(numbers.subarray(0, half)), weights: Float64Array.from(numbers.subarray(half)) };
}

/** Until the transaction ends nobody else adds to what is known of the deployment. */
export async function lockDeployment(tx: Tx, deploymentId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('monitoring ' || ${deploymentId}, 0))`.execute(tx);
}
