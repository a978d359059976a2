import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, type CallOptions, call } from '../support/call.ts';
import { follow } from '../support/follow.ts';

/** Daily sales of some shops: a weekly shape, a slow trend, noise that is always the same. */
export function shopsCsv(shops = 3, days = 120): string {
  const lines = ['date,store,sales,promotion'];
  for (let shop = 0; shop < shops; shop++) {
    for (let day = 0; day < days; day++) {
      const date = new Date(Date.UTC(2022, 0, 1 + day)).toISOString().slice(0, 10);
      const noise = ((day * 7919 + shop * 104729) % 100) / 1000;
      const level = 100 * (shop + 1) * (1 + day / 2000);
      const sales = level * (1 + 0.3 * Math.sin((2 * Math.PI * day) / 7)) * (0.95 + noise);
      lines.push(`${date},shop ${shop},${sales.toFixed(2)},${day % 11 === 0 ? 1 : 0}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

export function uploadProject(content: string, name: string, options: CallOptions = {}): Promise<Answer> {
  const form = new FormData();
  form.append('projectName', name);
  form.append('file', new Blob([content]), 'shops.csv');
  return call('POST', '/api/v2/projects/', { ...options, body: form });
}

/** The path of a project of the shops that has no target yet. */
export async function shopsProject(options: CallOptions = {}, content = shopsCsv()): Promise<string> {
  const { path, failure } = await follow(await uploadProject(content, 'Shops', options), options);
  if (path === undefined) throw new Error(`No project: ${failure}`);
  return path;
}

/** A time series project of one shop with one trained model: its path and the id of the model. */
export async function modelledShop(options: CallOptions): Promise<{ path: string; modelId: string }> {
  const path = await shopsProject(options, shopsCsv(1));
  const json = {
    target: 'sales',
    mode: 'manual',
    cvMethod: 'datetime',
    datetimePartitionColumn: 'date',
    useTimeSeries: true,
    forecastWindowStart: 1,
    forecastWindowEnd: 3,
  };
  await follow(await call('PATCH', `${path}aim/`, { ...options, json }), options);
  const [blueprint] = (await call('GET', `${path}blueprints/`, options)).body;
  await call('POST', `${path}datetimeModels/`, { ...options, json: { blueprintId: blueprint.id } });
  for (;;) {
    const [model] = (await call('GET', `${path}datetimeModels/`, options)).body.data;
    if (model !== undefined) return { path, modelId: model.id };
    await pause(200);
  }
}
