import { z } from 'zod';
import { findRepeatedCells, type RowCells, readCells } from '#data';
import { type DeploymentRow, findDeployment, findPackage, type ModelPackageRow } from '#deployments';
import type { JobKind, Platform, ServiceDefinition } from '#platform/context.ts';
import { refuse } from '#platform/http/problem.ts';
import { readActual, type SentActual } from '../actuals/actual.rules.ts';
import type { Actual } from '../actuals/actual.store.ts';
import { ACTUALS_CHUNK, type ActualsImport, importActuals } from '../actuals/match-actuals.ts';
import { recomputeAccuracy } from '../actuals/recompute-accuracy.ts';
import { forgetRows } from '../actuals/retention.ts';
import { ActualsProblems } from '../monitoring.problems.ts';
import { LONGEST_ID } from '../predictions/association-ids.ts';

const Input = z.strictObject({
  deploymentId: z.string(),
  keepUnmatched: z.boolean(),
  actuals: z.array(
    z.strictObject({
      associationId: z.string(),
      value: z.string(),
      wasActedOn: z.boolean().nullable(),
      happenedAt: z.iso.datetime().nullable(),
    }),
  ),
});

/** Takes actuals that came in one request. Short, so that nobody waits for it behind training. */
export const actualsJob: JobKind<z.output<typeof Input>> = {
  name: 'monitoring.actuals',
  input: Input,
  lane: 'light',
  limits: 'light',
  retries: 3,
  async run(platform, { deploymentId, keepUnmatched, actuals }, run) {
    const deployment = await findDeployment(platform, deploymentId);
    if (deployment?.organization_id !== run.actor.organizationId) return undefined;
    const to = { organizationId: deployment.organization_id, deploymentId, keepUnmatched };
    for (let from = 0; from < actuals.length; from += ACTUALS_CHUNK) {
      const some = actuals.slice(from, from + ACTUALS_CHUNK).map((actual) => ({
        ...actual,
        happenedAt: actual.happenedAt === null ? null : new Date(actual.happenedAt),
      }));
      await importActuals(platform, to, some);
      await run.progress(Math.min(1, (from + ACTUALS_CHUNK) / actuals.length));
    }
    await afterActuals(platform, deployment, run.signal);
    return { location: `/api/v2/deployments/${deploymentId}/` };
  },
};

/** Runs once new actuals are in. Health is evaluated in a higher layer, which sets this when the module registers. */
export const healthListener: ServiceDefinition<(platform: Platform, organizationId: string) => Promise<void>> = {
  name: 'monitoring health listener',
};

/** After new actuals: recomputes stale sums, deletes expired rows, checks health. */
async function afterActuals(platform: Platform, deployment: DeploymentRow, signal: AbortSignal): Promise<void> {
  const { organization_id: organizationId, id } = deployment;
  await recomputeAccuracy(platform, organizationId, id, signal);
  await forgetRows(platform, organizationId, id);
  await platform.services.get(healthListener)(platform, organizationId);
}

const DatasetInput = z.strictObject({
  deploymentId: z.string(),
  versionId: z.string(),
  keepUnmatched: z.boolean(),
  rows: z.int(),
  columns: z.strictObject({
    actualValueColumn: z.string(),
    associationIdColumn: z.string(),
    timestampColumn: z.string().optional(),
    wasActedOnColumn: z.string().optional(),
  }),
});

/** Takes actuals from a dataset: it is read twice, so that a mistake in its last row keeps the first from being taken. */
export const actualsDatasetJob: JobKind<z.output<typeof DatasetInput>> = {
  name: 'monitoring.actuals-from-dataset',
  input: DatasetInput,
  lane: 'scoring',
  limits: 'scoring',
  retries: 3,
  async run(platform, { deploymentId, versionId, keepUnmatched, rows, columns }, run) {
    const deployment = await findDeployment(platform, deploymentId);
    const model = deployment && (await findPackage(platform, deployment.package_id));
    if (deployment?.organization_id !== run.actor.organizationId || model === undefined) return undefined;
    const { associationIdColumn, actualValueColumn, timestampColumn, wasActedOnColumn } = columns;
    const named = [associationIdColumn, actualValueColumn, timestampColumn, wasActedOnColumn];
    const wanted = named.flatMap((name, at) => (name === undefined ? [] : [{ name, isTime: at === 2 }]));
    const acted = timestampColumn === undefined ? 2 : 3;
    const sentOf = (cells: RowCells) => sentActual(cells, timestampColumn === undefined ? -1 : 2, acted);
    const twice = await findRepeatedCells(platform, versionId, associationIdColumn, MOST_LISTED, run.signal);
    if (twice.length > 0) refuse(ActualsProblems.repeated, twice);
    const flaws = new Flaws();
    const check = async (some: readonly RowCells[]) => {
      for (const cells of some) flaws.look(model, sentOf(cells));
    };
    await readCells(platform, versionId, wanted, check, run.signal);
    flaws.refuse();
    await run.progress(0.2);
    const to: ActualsImport = { organizationId: deployment.organization_id, deploymentId, keepUnmatched };
    let waiting: Actual[] = [];
    let taken = 0;
    const flush = async () => {
      await importActuals(platform, to, waiting);
      taken += waiting.length;
      waiting = [];
      await run.progress(Math.min(1, 0.2 + (0.8 * taken) / Math.max(1, rows)));
    };
    const take = async (some: readonly RowCells[]) => {
      for (const cells of some) {
        const read = readActual(model.target, sentOf(cells));
        if (!('wrong' in read)) waiting.push(read);
      }
      if (waiting.length >= ACTUALS_CHUNK) await flush();
    };
    await readCells(platform, versionId, wanted, take, run.signal);
    if (waiting.length > 0) await flush();
    await afterActuals(platform, deployment, run.signal);
    return { location: `/api/v2/deployments/${deploymentId}/` };
  },
};

function sentActual(cells: RowCells, time: number, acted: number): SentActual {
  const truth = cells[acted]?.toLowerCase();
  return {
    associationId: cells[0] ?? '',
    actualValue: cells[1] ?? '',
    timestamp: cells[time] ?? null,
    wasActedOn: truth === undefined ? null : ['true', '1', 'yes', 't', 'y'].includes(truth),
  };
}

const MOST_LISTED = 3;

/** What is wrong with a dataset: how many rows, and the first of them. */
class Flaws {
  readonly #first: string[] = [];
  #row = 0;
  #count = 0;

  look({ target }: ModelPackageRow, sent: SentActual): void {
    this.#row += 1;
    const why = flawOf(target, sent);
    if (why === null) return;
    this.#count += 1;
    if (this.#first.length < MOST_LISTED) this.#first.push(`row ${this.#row}: ${why}`);
  }

  refuse(): void {
    if (this.#count > 0) refuse(ActualsProblems.wrongRows, this.#count, this.#first);
  }
}

function flawOf(target: ModelPackageRow['target'], sent: SentActual): string | null {
  if (sent.associationId === '') return 'it has no association id';
  if (sent.associationId.length > LONGEST_ID) return `its association id has more than ${LONGEST_ID} characters`;
  const read = readActual(target, sent);
  return 'wrong' in read ? read.wrong[1] : null;
}
