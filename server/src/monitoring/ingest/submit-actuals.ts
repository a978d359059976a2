import type { z } from 'zod';
import { versionForReading, versionProfile } from '#data';
import { type DeploymentRow, findPackage, getDeploymentOrThrow, type ModelPackageRow } from '#deployments';
import type { Ctx } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { invalidFields, refuse } from '#platform/http/problem.ts';
import { accepted } from '#platform/http/reply.ts';
import { readActual, repeatedIds } from '../actuals/actual.rules.ts';
import { type Actual, reserveHourlyShare } from '../actuals/actual.store.ts';
import { ActualsProblems } from '../monitoring.problems.ts';
import { idColumns } from '../predictions/association-ids.ts';
import { HOUR_MS } from '../scope/period.rules.ts';
import { aboutDeployment } from '../scope/statistics-scope.ts';
import { actualsDatasetJob, actualsJob } from './actuals.job.ts';
import type { ActualsFromDataset, ActualsFromJson } from './ingest.schema.ts';

const MOST_AN_HOUR = 10_000_000;
const MOST_LISTED = 10;

/** Those who may change a deployment may say what really happened; it must know ids, and predict something. */
async function requireActualsTarget(
  ctx: Ctx,
  deploymentId: string,
): Promise<{ deployment: DeploymentRow; model: ModelPackageRow }> {
  const deployment = await getDeploymentOrThrow(ctx, deploymentId, 'write');
  const model = await findPackage(ctx, deployment.package_id);
  if (model === undefined) throw new Error(`Deployment ${deploymentId} has no model.`);
  if (model.target.type === 'Anomaly') refuse(ActualsProblems.nothingHappens, deploymentId);
  if (idColumns(deployment).length === 0) refuse(ActualsProblems.noAssociationId, deploymentId);
  return { deployment, model };
}

async function requireShare(ctx: Ctx, tx: Tx, deployment: DeploymentRow, rows: number): Promise<void> {
  const hour = new Date(Math.floor(ctx.now().getTime() / HOUR_MS) * HOUR_MS);
  const of = { organizationId: deployment.organization_id, deploymentId: deployment.id };
  if (rows > MOST_AN_HOUR || !(await reserveHourlyShare(tx, of, rows, { hour, most: MOST_AN_HOUR }))) {
    refuse(ActualsProblems.tooMany, MOST_AN_HOUR);
  }
}

/** What really happened, in the body: all of it is taken, or none with the first mistakes. */
export async function submitActuals(ctx: Ctx, deploymentId: string, input: z.output<typeof ActualsFromJson>) {
  const { deployment, model } = await requireActualsTarget(ctx, deploymentId);
  const twice = repeatedIds(input.data);
  if (twice.length > 0) refuse(ActualsProblems.repeated, twice);
  const actuals: Actual[] = [];
  const wrong: Record<string, string> = {};
  for (const [row, sent] of input.data.entries()) {
    const read = readActual(model.target, sent);
    if (!('wrong' in read)) actuals.push(read);
    else if (Object.keys(wrong).length < MOST_LISTED) wrong[`data.${row}.${read.wrong[0]}`] = read.wrong[1];
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
  const keepUnmatched = input.keepActualsWithoutPredictions ?? true;
  const statusId = await ctx.db.transaction(async (tx) => {
    await requireShare(ctx, tx, deployment, actuals.length);
    const written = actuals.map((actual) => ({ ...actual, happenedAt: actual.happenedAt?.toISOString() ?? null }));
    const options = aboutDeployment(ctx, deploymentId, 'Taking actuals');
    return ctx.jobs.enqueue(tx, actualsJob, { deploymentId, keepUnmatched, actuals: written }, options);
  });
  return accepted(statusId, { message: 'ok' });
}

/** What really happened, as a dataset of any size. */
export async function submitActualsDataset(ctx: Ctx, deploymentId: string, input: z.output<typeof ActualsFromDataset>) {
  const { deployment } = await requireActualsTarget(ctx, deploymentId);
  const { datasetId, datasetVersionId, actualValueColumn, associationIdColumn } = input;
  const version = await versionForReading(ctx, { datasetId, versionId: datasetVersionId ?? undefined });
  const { columns, rowCount } = await versionProfile(ctx, version.id);
  const asked = { actualValueColumn, associationIdColumn, ...optionalColumns(input) };
  const there = new Set(columns.map(({ name }) => name));
  const missing = Object.entries(asked).filter(([, name]) => !there.has(name));
  if (missing.length > 0) {
    throw invalidFields(Object.fromEntries(missing.map(([key, name]) => [key, `The dataset has no column "${name}"`])));
  }
  if (rowCount === 0) refuse(ActualsProblems.noRows, datasetId);
  const keepUnmatched = input.keepActualsWithoutPredictions ?? true;
  const statusId = await ctx.db.transaction(async (tx) => {
    await requireShare(ctx, tx, deployment, rowCount);
    const work = { deploymentId, versionId: version.id, keepUnmatched, rows: rowCount, columns: asked };
    const options = aboutDeployment(ctx, deploymentId, 'Taking actuals from a dataset');
    return ctx.jobs.enqueue(tx, actualsDatasetJob, work, options);
  });
  return accepted(statusId, { message: 'ok' });
}

const optionalColumns = ({ timestampColumn, wasActedOnColumn }: z.output<typeof ActualsFromDataset>) => ({
  ...(timestampColumn ? { timestampColumn } : {}),
  ...(wasActedOnColumn ? { wasActedOnColumn } : {}),
});
