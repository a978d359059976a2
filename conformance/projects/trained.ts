import { type CallOptions, call } from '../support/call.ts';
import { follow } from '../support/follow.ts';
import { jobDone } from './housing.ts';
import { uploadProject } from './shops.ts';

/** A project that trains nothing by itself; answers its path. */
export async function manualProject(content: string, aim: object, options: CallOptions): Promise<string> {
  const { path = '', failure } = await follow(await uploadProject(content, 'By hand', options), options);
  if (failure !== undefined) throw new Error(failure);
  const series = 'multiseriesIdColumns' in aim && 'datetimePartitionColumn' in aim;
  if (series) {
    const { multiseriesIdColumns, datetimePartitionColumn } = aim;
    const json = { multiseriesIdColumns, datetimePartitionColumn };
    await follow(await call('POST', `${path}multiseriesProperties/`, { ...options, json }), options);
  }
  const aimed = await call('PATCH', `${path}aim/`, { ...options, json: { mode: 'manual', ...aim } });
  const modelled = await follow(aimed, options);
  if (modelled.failure !== undefined) throw new Error(modelled.failure);
  return path;
}

/** Trains the blueprint whose name fits, on the data that a request without more gets; answers the id of the model. */
export async function trainedModel(
  path: string,
  fits: RegExp,
  options: CallOptions,
  folder: 'models' | 'datetimeModels' = 'models',
): Promise<string> {
  const blueprints: { id: string; modelType: string }[] = (await call('GET', `${path}blueprints/`, options)).body;
  const chosen = blueprints.find(({ modelType }) => fits.test(modelType));
  if (chosen === undefined) throw new Error(`None of ${blueprints.map(({ modelType }) => modelType).join(', ')} fits`);
  const begun = await call('POST', `${path}${folder}/`, { ...options, json: { blueprintId: chosen.id } });
  const { path: made, message } = await jobDone(begun.headers.get('location'), options);
  if (made === undefined) throw new Error(`No model: ${message}`);
  return made.split('/').at(-2) ?? '';
}

/** Waits for a job that was asked for; answers the path of what it made. */
export async function computed(begun: Awaited<ReturnType<typeof call>>, options: CallOptions): Promise<string> {
  if (begun.status !== 202) throw new Error(`Nothing was started: ${begun.status} ${begun.text}`);
  const { path, message } = await jobDone(begun.headers.get('location'), options);
  if (path === undefined) throw new Error(`The job failed: ${message}`);
  return path;
}
