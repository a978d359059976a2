import { requireRole } from '#accounts';
import { DATA_STORE, requireCredential, versionForReading, wrongUrl } from '#data';
import { invalidFields, Problem } from '#platform/http/problem.ts';
import { versionOfProject } from '#projects';
import type { BatchSpec } from './batch-spec.schema.ts';
import type { Making } from './create-batch-job.ts';

type Places = Pick<BatchSpec, 'intakeSettings' | 'outputSettings'>;

/** Refuses places that cannot be read or written before a worker finds out. Answers what the intake is called. */
export async function checkPlaces(ctx: Making, { intakeSettings, outputSettings }: Places): Promise<string | null> {
  const name = await inField('intakeSettings', () => checkIntake(ctx, intakeSettings));
  await inField('outputSettings', () => checkOutput(ctx, outputSettings));
  return name;
}

async function checkIntake(ctx: Making, intake: Places['intakeSettings']): Promise<string | null> {
  if (intake.type === 'dataset') {
    const { datasetId, datasetVersionId } = intake;
    const version = await versionForReading(ctx, { datasetId, versionId: datasetVersionId ?? undefined });
    return version.name;
  }
  if (intake.type === 'dss' && !intake.datasetId) await versionOfProject(ctx, intake.projectId);
  if (intake.type === 'dss' && intake.datasetId) await versionForReading(ctx, { datasetId: intake.datasetId });
  if (intake.type === 'jdbc') await checkDataStore(ctx, intake.dataStoreId);
  if ('credentialId' in intake) await requireCredential(ctx, intake.credentialId);
  if (intake.type === 'http') checkUrl(intake.url);
  if (intake.type === 's3' && intake.endpointUrl) checkUrl(intake.endpointUrl);
  return null;
}

async function checkOutput(ctx: Making, output: Places['outputSettings']): Promise<void> {
  if (output.type === 'jdbc') await checkDataStore(ctx, output.dataStoreId);
  if ('credentialId' in output) await requireCredential(ctx, output.credentialId);
  if (output.type === 'http') checkUrl(output.url);
  if (output.type === 's3' && output.endpointUrl) checkUrl(output.endpointUrl);
}

const checkDataStore = (ctx: Making, id: string) => requireRole(ctx, { kind: DATA_STORE, id }, 'use');

function checkUrl(url: string): void {
  const wrong = wrongUrl(url);
  if (wrong !== null) throw invalidFields({ url: wrong });
}

/** What is named in a body and does not exist is a wrong field, not a missing page. */
async function inField<T>(field: string, check: () => Promise<T>): Promise<T> {
  try {
    return await check();
  } catch (error) {
    if (!(error instanceof Problem) || error.status >= 500 || error.status === 403) throw error;
    throw invalidFields({ [field]: error.fields ? Object.values(error.fields).join('. ') : error.message });
  }
}
