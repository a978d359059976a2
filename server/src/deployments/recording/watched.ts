import type { Platform } from '#platform/context.ts';
import type { Queries } from '#platform/db/database.ts';
import { challengerStore } from '../challengers/challenger.store.ts';
import type { ChallengerRow, DeploymentModelRow, DeploymentRow, ModelPackageRow } from '../deployments.tables.ts';
import type { RecordedRows } from '../prediction-record.ts';
import { anyDeployment } from '../records/deployment.store.ts';
import { deploymentModelStore } from '../records/deployment-model.store.ts';
import { packageStore } from '../registry/package.store.ts';
import { readCsv, USUAL_CSV } from '../scoring/rows/read-csv.ts';
import { readJson } from '../scoring/rows/read-json.ts';
import type { SentRows, Wanted } from '../scoring/rows/sent-rows.ts';

/** What those who watch may look up: whoever asks has been allowed to, or acts for the platform. */
export const watchedDeployment = ({ db }: Pick<Platform, 'db'>, id: string): Promise<DeploymentRow | undefined> =>
  anyDeployment(db.queries, id);

export const watchedPackage = ({ db }: Pick<Platform, 'db'>, id: string): Promise<ModelPackageRow | undefined> =>
  packageStore(db.queries).whoever(id);

/** Which models answered for a deployment, the newest first. */
export const modelsOf = (db: Queries, deploymentId: string): Promise<DeploymentModelRow[]> =>
  deploymentModelStore(db).history(deploymentId);

/** Models that are compared with the one that answers. */
export const challengersOf = (
  db: Queries,
  { organization_id, id }: Pick<DeploymentRow, 'organization_id' | 'id'>,
): Promise<ChallengerRow[]> => challengerStore(db).list(organization_id, id);

/** The rows of a request once more, as the Prediction API read them. */
export function readRecordedRows({ format, delimiter, bytes }: RecordedRows, wanted: Wanted): SentRows {
  if (format === 'json') return readJson(bytes, wanted);
  return readCsv(bytes, wanted, { ...USUAL_CSV, ...(delimiter && { delimiter: delimiter.charCodeAt(0) }) });
}
