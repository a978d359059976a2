import { type BinnedProfile, mergeBinned, mergeDigests, readBinned, type TDigest, writeBinned } from '@almanac/engine';
import { sql } from 'kysely';
import type { Queries, Tx } from '#platform/db/database.ts';
import { matching } from '#platform/db/rows.ts';
import type { ProfileRow } from '../monitoring.tables.ts';
import { type AggregateFilter, isInSegment, isOfModels } from '../scope/statistics-parts.ts';

/** Whose predictions, of which stretch or batch, of which rows. */
export interface ProfileKey {
  readonly deploymentId: string;
  readonly packageId: string;
  readonly batchId: string;
  readonly attribute: string;
  readonly value: string;
  readonly hour: Date;
}

export interface NewProfile extends ProfileKey {
  readonly organizationId: string;
  readonly modelId: string;
  readonly rows: number;
  readonly profiles: readonly BinnedProfile[];
  readonly digest: TDigest | null;
}

export interface ProfileFilter extends AggregateFilter {
  /** Percentiles are read from them; nothing else is. */
  readonly withDigests?: boolean;
}

type Kept = Pick<ProfileRow, 'package_id' | 'model_id' | 'batch_id' | 'hour' | 'rows' | 'profiles' | 'digest'>;

/** Only absorbing writes here, and it holds the deployment while it does. */
export async function addProfile(tx: Tx, add: NewProfile): Promise<void> {
  const known = await tx
    .selectFrom('monitoring_profiles')
    .select(['rows', 'profiles', 'digest'])
    .where((eb) => eb.and(whereKey(add)))
    .where('organization_id', '=', add.organizationId)
    .executeTakeFirst();
  const profiles = known ? mergeByPlace(readBinned(known.profiles), add.profiles) : add.profiles;
  const digest = known?.digest && add.digest ? mergeDigests(readDigest(known.digest), add.digest) : add.digest;
  const kept = digest ? writeDigest(digest) : (known?.digest ?? null);
  const values = { rows: add.rows + (known?.rows ?? 0), profiles: Buffer.from(writeBinned(profiles)), digest: kept };
  if (known) {
    await tx
      .updateTable('monitoring_profiles')
      .set(values)
      .where((eb) => eb.and(whereKey(add)))
      .where('organization_id', '=', add.organizationId)
      .execute();
  } else {
    const key = { organization_id: add.organizationId, model_id: add.modelId, ...whereKey(add) };
    await tx
      .insertInto('monitoring_profiles')
      .values({ ...key, ...values })
      .execute();
  }
}

const whereKey = (key: ProfileKey) => ({
  deployment_id: key.deploymentId,
  package_id: key.packageId,
  batch_id: key.batchId,
  segment_attribute: key.attribute,
  segment_value: key.value,
  hour: key.hour,
});

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
