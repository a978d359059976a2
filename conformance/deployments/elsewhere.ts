import { type CallOptions, call } from '../support/call.ts';

/** A deployment of a model that answers elsewhere. */
export interface Elsewhere {
  readonly id: string;
  readonly packageId: string;
  readonly environmentId: string;
}

/** Made in a moment, since nothing is trained: for whatever does not need predictions of our own. */
export async function deployedElsewhere(
  options: CallOptions,
  name: string,
  target: object = { name: 'price', type: 'Regression' },
): Promise<Elsewhere> {
  const make = async (path: string, json: object): Promise<string> =>
    (await call('POST', `/api/v2/${path}`, { ...options, json })).body.id;
  const environmentId = await make('predictionEnvironments/', { name, platform: 'other' });
  const packageId = await make('modelPackages/fromJSON/', { name, target });
  const json = { label: name, modelPackageId: packageId, predictionEnvironmentId: environmentId };
  return { id: await make('deployments/fromModelPackage/', json), packageId, environmentId };
}
