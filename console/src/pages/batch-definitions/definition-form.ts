import type { BatchDefinition, BatchPlace, NewDefinition } from '../../api/batch-predictions.ts';
import type { Schedule } from '../../api/deployment-settings.ts';

/** What the form holds. A place it cannot show, such as a table, is kept as it is. */
export interface DefinitionForm {
  readonly name: string;
  readonly deploymentId: string;
  readonly intake: BatchPlace;
  readonly output: BatchPlace;
  readonly everything: boolean;
  readonly schedule: Schedule | null;
}

export const EMPTY: DefinitionForm = {
  name: '',
  deploymentId: '',
  intake: { type: 'dataset', datasetId: '' },
  output: { type: 'localFile' },
  everything: true,
  schedule: null,
};

export const intakes = [
  { value: 'dataset', label: 'a dataset, its newest version' },
  { value: 'http', label: 'a URL' },
  { value: 's3', label: 'an object store' },
] as const;

export const outputs = [
  { value: 'localFile', label: 'a file to download here' },
  { value: 'http', label: 'a URL' },
  { value: 's3', label: 'an object store' },
] as const;

const addresses: Readonly<Record<string, { readonly label: string; readonly placeholder: string }>> = {
  http: { label: 'URL', placeholder: 'https://example.org/rows.csv' },
  s3: { label: 'Object', placeholder: 's3://bucket/rows.csv' },
};
/** How the address of a place is asked for; nothing where it has none. */
export const addressOf = ({ type }: BatchPlace) => addresses[type];

const words: Readonly<Record<string, string>> = {
  localFile: 'a file',
  dataset: 'a dataset',
  dss: 'the rows of a project',
  jdbc: 'a table',
};
export const placeText = ({ type, url }: BatchPlace): string => url ?? words[type] ?? type;

type JobSpec = BatchDefinition['batchPredictionJob'];
interface StoredDefinition extends Pick<BatchDefinition, 'name' | 'enabled' | 'schedule'> {
  readonly batchPredictionJob: Pick<
    JobSpec,
    'deploymentId' | 'intakeSettings' | 'outputSettings' | 'passthroughColumnsSet'
  >;
}

export const formOf = ({ name, enabled, schedule, batchPredictionJob: spec }: StoredDefinition): DefinitionForm => ({
  name,
  deploymentId: spec.deploymentId ?? '',
  intake: spec.intakeSettings as BatchPlace,
  output: spec.outputSettings as BatchPlace,
  everything: spec.passthroughColumnsSet === 'all',
  schedule: enabled ? schedule : null,
});

/** Only the fields of a place that the API takes back: its answer tells more than was said. */
const placeToSend = (place: BatchPlace): BatchPlace => {
  const { type, datasetId, url } = place;
  if (type === 'dataset') return { type, ...(datasetId === undefined ? {} : { datasetId }) };
  if (type === 'http' || type === 's3') return { ...place, ...(url === undefined ? {} : { url: url.trim() }) };
  return place;
};

/** Without a schedule it runs when somebody says so; the API calls that not enabled. */
export const definitionOf = (form: DefinitionForm): NewDefinition => ({
  name: form.name,
  deploymentId: form.deploymentId,
  intakeSettings: placeToSend(form.intake),
  outputSettings: placeToSend(form.output),
  passthroughColumnsSet: form.everything ? 'all' : null,
  enabled: form.schedule !== null,
  schedule: form.schedule,
});
