import { readdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../../support/call.ts';
import { follow } from '../../support/follow.ts';
import { type Installation, startInstallation } from '../../support/installation.ts';
import { expectRefusal } from '../../support/refusals.ts';
import { ALL_PREDICTIONS, type Site } from './site.ts';
import { HOUSING, SHOPS } from './wrong-rows.ts';

/** Of models on leaderboards, and of registered ones. */
const MODEL_FILE = /\/models\/[0-9a-f]{24}\/model|\/model-packages\/[0-9a-f]{24}\//;

/** The same data, no model in memory, and nobody who works on jobs. Comes last: the site before it is stopped. */
export function afterARestart(the: () => Site): void {
  describe('after a restart', () => {
    let again: Installation;
    let launching: string;
    const own = (installation: Installation) => ({ url: installation.url, key: the().owner.token });
    const ask = (path: string, isSeries: boolean) =>
      call('POST', path, { ...own(again), headers: { 'content-type': 'text/csv' }, body: isSeries ? SHOPS : HOUSING });

    beforeAll(async () => {
      const { installation } = the();
      const packed = await packageFile(own(installation), the().housing.deploymentId);
      await installation.terminate();
      const { ALMANAC_DATA_DIR: folder = '' } = installation.env;
      for (const file of await readdir(folder, { recursive: true, withFileTypes: true })) {
        const path = join(file.parentPath, file.name);
        if (file.isFile() && MODEL_FILE.test(path)) await truncate(path, 10);
      }
      again = await startInstallation({
        ALMANAC_RELEASE: '6.1',
        ALMANAC_UPGRADED: 'true',
        ALMANAC_WORKERS: '0',
        ALMANAC_DATA_DIR: folder,
      });
      const body = new FormData();
      body.set('file', new Blob([packed]), 'model.mlpkg');
      const made = await call('POST', '/api/v2/modelPackages/fromModelPackageFile/', { ...own(again), body });
      expect([made.status, made.body.buildStatus], made.text).toEqual([201, 'inProgress']);
      const json = { modelPackageId: made.body.id, label: 'Soon' };
      launching = (await call('POST', '/api/v2/deployments/fromModelPackage/', { ...own(again), json })).body.id;
    }, 120_000);
    afterAll(() => again?.stop());

    test.each(ALL_PREDICTIONS)('422: POST %s of a model whose file is damaged, with what to do', async (_, route) => {
      const { modelId } = route.series ? the().shops : the().housing;
      const refused = await ask(route.of(route.series ? the().shops : the().housing), route.series);
      expectRefusal(refused, 422, 'models.damaged_file');
      expect(refused.body.message).toContain(`The file of model ${modelId} is damaged`);
      expect(refused.body.message).toContain('Restore');
    });

    test.each(ALL_PREDICTIONS.filter(([, { deployed }]) => deployed))(
      '503: POST %s of a deployment whose model is still being read, with when to try again',
      async (_, route) => {
        const refused = await ask(route.of({ ...the().housing, deploymentId: launching }), route.series);
        expectRefusal(refused, 503, 'predictions.not_ready');
        expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      },
    );
  });
}

/** The model of a deployment as a file that another installation reads. */
async function packageFile(options: { url: string; key: string }, deploymentId: string): Promise<ArrayBuffer> {
  const { body } = await call('GET', `/api/v2/deployments/${deploymentId}/`, options);
  const path = `/api/v2/modelPackages/${body.modelPackage.id}/`;
  await follow(await call('POST', `${path}modelPackageFileBuilds/`, options), options);
  const reply = await fetch(`${options.url}${path}modelPackageFile/`, {
    headers: { authorization: `Bearer ${options.key}` },
  });
  expect(reply.status).toBe(200);
  return reply.arrayBuffer();
}
