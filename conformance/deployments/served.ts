import { autopilotDone, housingCsv, jobDone } from '../projects/housing.ts';
import { shopsProject, uploadProject } from '../projects/shops.ts';
import { type CallOptions, call } from '../support/call.ts';
import { follow } from '../support/follow.ts';

/** A model that was trained, and the deployment it stands behind. */
export interface Served {
  readonly projectId: string;
  readonly modelId: string;
  readonly deploymentId: string;
}

const last = (path: string): string => path.split('/').at(-2) ?? '';

/** One quick model behind a deployment: whether a house was sold, unless the options say otherwise. */
export async function servedHousing(
  options: CallOptions,
  aim: object = { target: 'sold', positiveClass: 'yes' },
  blueprint = /logistic|ridge|elastic/i,
): Promise<Served> {
  const { path = '' } = await follow(await uploadProject(housingCsv(), 'Housing', options), options);
  const json = { ...aim, mode: 'manual' };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json }), options);
  return deployed(path, await trained(path, 'models', blueprint, options), options);
}

/** Sales of three shops, one to seven days ahead. */
export async function servedShops(options: CallOptions, aim: object = {}): Promise<Served> {
  const path = await shopsProject(options);
  const columns = { datetimePartitionColumn: 'date', multiseriesIdColumns: ['store'] };
  await follow(await call('POST', `${path}multiseriesProperties/`, { ...options, json: columns }), options);
  const json = {
    ...columns,
    target: 'sales',
    mode: 'manual',
    useTimeSeries: true,
    cvMethod: 'datetime',
    featureDerivationWindowStart: -14,
    featureDerivationWindowEnd: 0,
    forecastWindowStart: 1,
    forecastWindowEnd: 7,
    numberOfBacktests: 1,
    ...aim,
  };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json }), options);
  await autopilotDone(path, options);
  return deployed(path, await trained(path, 'datetimeModels', /./, options), options);
}

/** Rows to forecast: the days after the shops' data end, without sales. */
export function futureOfShops(days: number): string {
  const lines = ['date,store,sales,promotion'];
  for (let shop = 0; shop < 3; shop++)
    for (let day = 120; day < 120 + days; day++)
      lines.push(`${new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10)},shop ${shop},,0`);
  return `${lines.join('\n')}\n`;
}

/** The ID of a model of the first blueprint whose type is wanted. */
export async function trained(path: string, where: string, wanted: RegExp, options: CallOptions): Promise<string> {
  const blueprints = (await call('GET', `${path}blueprints/`, options)).body as { id: string; modelType: string }[];
  const chosen = blueprints.find(({ modelType }) => wanted.test(modelType)) ?? blueprints[0];
  const begun = await call('POST', `${path}${where}/`, { ...options, json: { blueprintId: chosen?.id } });
  const { path: model, message } = await jobDone(begun.headers.get('location'), options);
  if (model === undefined) throw new Error(`No model: ${message}`);
  return last(model);
}

async function deployed(project: string, modelId: string, options: CallOptions): Promise<Served> {
  const json = { modelId, label: 'Served' };
  const { path, failure } = await follow(
    await call('POST', '/api/v2/deployments/fromLeaderboard/', { ...options, json }),
    options,
  );
  if (path === undefined) throw new Error(`Not deployed: ${failure}`);
  return { projectId: last(project), modelId, deploymentId: last(path) };
}
