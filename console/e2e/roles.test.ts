import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deployHousing, request } from './housing-deployment.ts';
import { inBrowser } from './in-browser.ts';
import { beginStory, type Story, signIn } from './story.ts';

const LABEL = 'House sales';
const PASSWORD = 'seven quiet harbours';

/** What a deployment offers at its head and in its menu. */
const OFFERED = ['Replace the model', 'Share', 'Edit', 'Switch off', 'Delete'];

inBrowser('each role is offered what it may do', () => {
  let story: Story;
  let deployment: string;
  let project: string;
  let workload: string;
  let useCase: string;
  let playground: string;
  let registeredModel: { id: string; name: string } | undefined;

  async function enter(username: string) {
    const page = await story.newPage();
    await signIn(page, story.almanac.url, { username, password: PASSWORD });
    return page;
  }

  /** Opens a page and waits until it knows what the role allows; without that nothing is offered to anybody. */
  async function open(page: Page, path: string, heading: string) {
    const known = page.waitForResponse(/\/account\/access\//);
    await page.goto(story.almanac.url + path);
    await page.getByRole('heading', { level: 1, name: heading, exact: true }).waitFor();
    await (await known).finished();
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
  }

  async function offered(page: Page, name = LABEL, actions: readonly string[] = OFFERED): Promise<string[]> {
    const menu = page.getByRole('button', { name: `Actions for ${name}` });
    if ((await menu.count()) > 0) await menu.click();
    const shown = await Promise.all(
      actions.map(async (label) => {
        const button = await page.getByRole('button', { name: label, exact: true }).count();
        return button + (await page.getByRole('menuitem', { name: label, exact: true }).count()) > 0 ? [label] : [];
      }),
    );
    return shown.flat();
  }

  async function make(path: string, data: object): Promise<string> {
    const made = await request(story.page, 'POST', path, { data });
    expect([200, 201]).toContain(made.status());
    return ((await made.json()) as { id: string }).id;
  }

  beforeAll(async () => {
    story = await beginStory({});
    deployment = await deployHousing(story.page, LABEL);
    const { model } = (await (await request(story.page, 'GET', `deployments/${deployment}/`)).json()) as {
      model: { projectId: string };
    };
    project = model.projectId;
    workload = await make('workloads/', { name: 'Prices', address: 'http://127.0.0.1:9', importance: 'low' });
    useCase = await make('useCases/', { name: 'Spring' });
    const writing = await make('useCases/', { name: 'Autumn' });
    playground = await make('genai/playgrounds/', { name: 'Letters', useCaseId: writing });
    await make('quotas/', {
      ...{ resourceType: 'workload', resourceId: workload },
      defaultRules: [{ rule: 'requests', limit: 7, window: 'min' }],
    });
    const registered = (await (await request(story.page, 'GET', 'registeredModels/')).json()) as {
      data: { id: string; name: string }[];
    };
    [registeredModel] = registered.data;
    for (const [username, onDeployment, role] of [
      ['owner', 'OWNER', 'OWNER'],
      ['editor', 'USER', 'EDITOR'],
      ['consumer', 'CONSUMER', 'CONSUMER'],
    ]) {
      await request(story.page, 'POST', 'users/', { data: { username, password: PASSWORD } });
      for (const [path, given] of [
        [`deployments/${deployment}`, onDeployment],
        [`projects/${project}`, role],
        [`workloads/${workload}`, role],
        [`useCases/${useCase}`, role],
        [`useCases/${writing}`, role],
        [`registeredModels/${registeredModel?.id}`, role],
      ]) {
        const shared = await request(story.page, 'PATCH', `${path}/sharedRoles/`, {
          data: { operation: 'updateRoles', roles: [{ shareRecipientType: 'user', username, role: given }] },
        });
        expect(shared.status()).toBe(204);
      }
    }
  }, 240_000);
  afterAll(() => story?.end(), 60_000);

  test('a consumer of a deployment predicts and looks, and is offered no change', async () => {
    const page = await enter('consumer');
    await open(page, `/deployments/${deployment}`, LABEL);
    await page.getByText('answers now').waitFor();
    expect(await offered(page)).toEqual([]);
    await page.getByRole('link', { name: 'Predictions', exact: true }).click();
    await page.getByRole('button', { name: 'Predict', exact: true }).click();
    await page
      .getByRole('region', { name: 'Predictions', exact: true })
      .getByText(/yes|no/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Drift', exact: true }).click();
    await page.getByRole('combobox', { name: 'Period' }).waitFor();
    await open(page, `/deployments/${deployment}/settings`, LABEL);
    await page.getByText('You may look, not change').waitFor();
    await open(page, `/projects/${project}/settings`, 'Housing');
    for (const name of ['Rename', 'Delete', 'Unlock holdout', 'Save', 'Share']) {
      expect(await page.getByRole('button', { name, exact: true }).count()).toBe(0);
    }
  });

  test('an editor changes it, and is not offered what takes an owner', async () => {
    const page = await enter('editor');
    await open(page, `/deployments/${deployment}`, LABEL);
    expect(await offered(page)).toEqual(['Edit']);
    await open(page, `/projects/${project}/settings`, 'Housing');
    await page.getByRole('button', { name: 'Rename', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Delete', exact: true }).count()).toBe(0);
  });

  test('an owner is offered everything, and so is an administrator', async () => {
    const page = await enter('owner');
    await open(page, `/deployments/${deployment}`, LABEL);
    expect(await offered(page)).toEqual(OFFERED);
    await open(page, `/projects/${project}/settings`, 'Housing');
    for (const name of ['Rename', 'Delete', 'Share']) {
      await page.getByRole('button', { name, exact: true }).waitFor();
    }
    await story.open(`/deployments/${deployment}`, LABEL);
    expect(await offered(story.page)).toEqual(OFFERED);
  });

  test.each([
    ['consumer', [], []],
    ['editor', ['Stop', 'Edit'], ['Edit', 'Add something']],
    ['owner', ['Stop', 'Edit', 'Share', 'Delete'], ['Edit', 'Delete', 'Add something']],
  ])('the same holds for a workload and a use case: %s', async (username, ofWorkload, ofUseCase) => {
    const page = await enter(username);
    await open(page, `/workloads/${workload}`, 'Prices');
    expect(await offered(page, 'Prices', ['Stop', 'Edit', 'Share', 'Delete'])).toEqual(ofWorkload);
    await open(page, `/use-cases/${useCase}`, 'Spring');
    await page.getByText('Nothing lies in it yet').waitFor();
    expect(await offered(page, 'Spring', ['Edit', 'Delete', 'Add something'])).toEqual(ofUseCase);
  });

  test('a consumer reads a quota and cannot edit its fields; an editor can', async () => {
    const limitOf = async (username: string) => {
      const page = await enter(username);
      await open(page, `/workloads/${workload}?tab=quota`, 'Prices');
      const limit = page.getByRole('textbox', { name: /limit/i }).first();
      await limit.waitFor();
      const note = await page.getByText('You can read this quota').count();
      return { enabled: await limit.isEnabled(), note, save: await page.getByRole('button', { name: 'Save' }).count() };
    };
    expect(await limitOf('consumer')).toEqual({ enabled: false, note: 1, save: 0 });
    expect(await limitOf('editor')).toEqual({ enabled: true, note: 0, save: 1 });
  });

  test.each([
    ['consumer', [], []],
    ['editor', ['Edit'], ['Create blueprint']],
    ['owner', ['Edit', 'Share', 'Archive'], ['Create blueprint']],
  ])('and for a registered model and a playground: %s', async (username, ofModel, ofPlayground) => {
    const page = await enter(username);
    const { id, name } = registeredModel ?? { id: '', name: '' };
    await open(page, `/registry/${id}`, name);
    expect(await offered(page, name, ['Edit', 'Share', 'Archive'])).toEqual(ofModel);
    await open(page, `/playgrounds/${playground}`, 'Letters');
    expect(await offered(page, 'Letters', ['Create blueprint'])).toEqual(ofPlayground);
  });

  test('groups are made by administrators alone', async () => {
    const page = await enter('owner');
    await page.goto(`${story.almanac.url}/groups`);
    await page.getByText('No groups yet').waitFor();
    expect(await page.getByRole('button', { name: /Create/ }).count()).toBe(0);
    await story.open('/groups', 'Groups');
    await story.page.getByRole('button', { name: 'Create group' }).waitFor();
  });
});
