import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildB, editB, type ProviderB, startProviderB } from '../../conformance/providers/index.ts';
import { inBrowser } from './in-browser.ts';
import { beginStory, type Story } from './story.ts';

const OLD_ROUTE = '/predApi/v1.0/api_token';

/** ann is a lead, leads are staff, staff may read the folder Plans, and plan.docx is in it. */
function furnish({ world }: ProviderB) {
  const ann = buildB.addUser(world, 'ann');
  buildB.addUser(world, 'bob');
  const staff = buildB.addGroup(world, 'staff');
  const leads = buildB.addGroup(world, 'leads');
  staff.members.add(leads.id);
  leads.members.add(ann.id);
  const drive = buildB.addDrive(world, buildB.addSite(world, 'hr'), 'Documents');
  const root = world.items.get(drive.rootId);
  if (root === undefined) throw new Error('A drive has a root.');
  const folder = buildB.addItem(world, root, 'Plans', 'folder');
  const file = buildB.addItem(world, folder, 'plan.docx', 'file');
  editB.shareWith(world, folder, { kind: 'group', id: staff.id });
  return { itemId: file.id };
}

/** A provider is connected, and who may read what is asked; then the table of old routes and the flags. */
inBrowser('access and administration', () => {
  let provider: ProviderB;
  let poor: ProviderB;
  let story: Story;
  let itemId = '';
  let connection = '';

  beforeAll(async () => {
    [provider, poor] = await Promise.all([
      startProviderB(),
      startProviderB({ app: { permissions: ['Sites.Read.All', 'Files.Read.All'] } }),
    ]);
    itemId = furnish(provider).itemId;
    story = await beginStory({ ALMANAC_ALLOW_INSECURE_PROVIDERS: 'true', ALMANAC_UPGRADED: 'true' });
  }, 120_000);

  afterAll(async () => {
    await story?.end();
    await provider?.close();
    await poor?.close();
  }, 60_000);

  const button = (name: string) => story.page.getByRole('button', { name, exact: true });

  async function connect(name: string, to: ProviderB): Promise<void> {
    const dialog = story.page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
    await dialog.getByLabel('Tenant', { exact: true }).fill(to.world.tenantId);
    await dialog.getByLabel('Client id').fill(to.app.clientId);
    await dialog.getByLabel('Client secret').fill(to.app.secret ?? '');
    await dialog.getByText('Custom endpoint URLs').click();
    await dialog.getByLabel('Graph address').fill(to.url);
    await dialog.getByLabel('Login address').fill(to.url);
  }

  test('a connection that lacks a scope says which, and is deleted', async () => {
    const { page } = story;
    await page.getByRole('link', { name: 'Access sync' }).click();
    await story.heading('Access sync');
    await button('Create the first connection').click();
    await connect('Poor', poor);
    await story.expectNoBarriers();
    await page.getByRole('dialog').getByRole('button', { name: 'Create connection' }).click();
    await story.heading('Poor');
    expect(await page.content()).not.toContain(poor.app.secret);
    await button('Check the connection').click();
    await page.getByText('Something is missing').waitFor();
    await page.getByRole('listitem').filter({ hasText: 'Directory.Read.All' }).getByText('missing').waitFor();
    await story.expectNoBarriers();
    await page.keyboard.press('Escape');
    await button('Actions for Poor').click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
    await button('Delete the connection').click();
    await page.getByText('No connections yet').waitFor();
  });

  test('one that lacks nothing is soon in step, and can be paused', async () => {
    const { page } = story;
    await button('Create connection').click();
    await connect('Corp', provider);
    await page.getByRole('dialog').getByRole('button', { name: 'Create connection' }).click();
    await story.heading('Corp');
    connection = new URL(page.url()).pathname;
    await page.getByText('in step', { exact: true }).waitFor();
    await story.expectNoBarriers();
    await button('Pause').click();
    await page.getByText('paused', { exact: true }).waitFor();
    await button('Start').click();
    await page.getByText('in step', { exact: true }).waitFor();
  });

  test('it is edited without its secret being told or asked for again', async () => {
    const { page } = story;
    const edit = async () => {
      await page.getByRole('button', { name: /^Actions for Corp/ }).click();
      await page.getByRole('menuitem', { name: 'Edit' }).click();
    };
    await edit();
    const dialog = page.getByRole('dialog');
    expect(await dialog.getByLabel('Client secret').inputValue()).toBe('');
    expect(await dialog.getByLabel('Tenant', { exact: true }).isDisabled()).toBe(true);
    await dialog.getByText('Custom endpoint URLs').click();
    await dialog.getByLabel('Login address').fill('http://127.0.0.1:9');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByText('Send the secret again with a new address').first().waitFor();
    await story.expectNoBarriers();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await edit();
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Corp sites');
    await dialog.getByLabel('Poll interval (seconds)').fill('20');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await story.heading('Corp sites');
    await page.getByText('in step', { exact: true }).waitFor();
  });

  test('the tree is walked down to a document, with what was granted on the way', async () => {
    const { page } = story;
    await page.getByRole('tab', { name: 'Browse' }).click();
    for (const name of ['root', 'Plans']) await page.getByRole('link', { name, exact: true }).click();
    await page.getByRole('region', { name: 'Grants', exact: true }).getByRole('cell', { name: 'staff' }).waitFor();
    await story.expectNoBarriers();
    await page.getByRole('link', { name: 'plan.docx' }).click();
    await page.getByRole('link', { name: 'Who can read it' }).click();
    await page
      .getByRole('region', { name: 'Readers' })
      .getByRole('cell', { name: 'ann@contoso.example' })
      .first()
      .waitFor();
  });

  test('why ann can read it is drawn as a way, also from a shared link', async () => {
    const { page } = story;
    await page.goto(`${story.almanac.url}${connection}?user=ann@contoso.example&itemId=${itemId}`);
    const way = page.getByRole('list', { name: 'The way to the document' }).getByRole('listitem');
    await way.first().waitFor();
    const told = (await way.allTextContents()).map((text) => text.trim());
    expect(told).toEqual([
      'Personann@contoso.example',
      'is inGroupleads',
      'which is inGroupstaff',
      'was givenGrantmay read',
      'onFolderPlans',
      'which holdsDocumentplan.docx',
    ]);
    await story.expectNoBarriers();
    await page.getByLabel('E-mail of the person').fill('bob@contoso.example');
    await button('Ask').click();
    await page.getByText('No grant leads from the person to the document.').waitFor();
    await page.getByRole('region', { name: 'What bob@contoso.example can read' }).getByText('Nothing').waitFor();
  });

  test('people, groups and changes are looked through', async () => {
    const { page } = story;
    await page.getByRole('tab', { name: 'People and groups' }).click();
    await page.getByRole('link', { name: 'leads' }).click();
    await page.getByRole('region', { name: 'People and groups' }).getByRole('link', { name: /^ann/ }).waitFor();
    await page.getByRole('link', { name: 'staff' }).waitFor({ state: 'detached' });
    await story.expectNoBarriers();
    await page.getByRole('tab', { name: 'Changes' }).click();
    await page.getByText('members added').first().waitFor();
    await story.expectNoBarriers();
  });

  test('a request to an old route is in the table of Manage Predictions, and in its file', async () => {
    const { page } = story;
    await story.open('/manage-predictions', 'Manage Predictions');
    await page.getByText('Nobody uses a deprecated route').waitFor();
    const basic = Buffer.from('ada:nine tall lighthouses').toString('base64');
    const old = await fetch(story.almanac.url + OLD_ROUTE, { headers: { authorization: `Basic ${basic}` } });
    expect(old.status).toBe(200);
    await expect
      .poll(
        async () => {
          await page.reload();
          const used = page.getByRole('cell', { name: OLD_ROUTE });
          await page.getByText('Nobody uses a deprecated route').or(used).first().waitFor();
          return used.count();
        },
        { timeout: 20_000 },
      )
      .toBe(1);
    const table = page.getByRole('region', { name: 'Requests to deprecated routes' });
    expect(await table.getByRole('columnheader').allTextContents()).toEqual([
      'Last Used',
      'Request',
      'Username',
      'Total Use Count',
    ]);
    expect(await table.getByRole('row').nth(1).textContent()).toMatch(/UTC.*GET \/predApi\/v1\.0\/api_token.*ada.*1$/);
    await story.expectNoBarriers();
    const file = page.waitForEvent('download');
    await button('Export CSV').click();
    expect((await file).suggestedFilename()).toBe('deprecated-requests.csv');
  });

  test('without the flag neither the entry nor the page is there', async () => {
    const { page } = story;
    await story.open('/feature-flags', 'Feature flags');
    await story.expectNoBarriers();
    await button('Change the flags of ada').click();
    await page.getByRole('checkbox', { name: 'Enable Predictions Admin' }).uncheck();
    await story.expectNoBarriers();
    await button('Save').click();
    await page.getByRole('link', { name: 'Manage Predictions' }).waitFor({ state: 'detached' });
    await page.goto(`${story.almanac.url}/manage-predictions`);
    await story.heading('There is no such page');
  });

  test.for([
    ['/organization', 'Organization'],
    ['/about', 'About'],
    ['/access', 'Access sync'],
    ['/usage', 'Usage'],
  ] as const)('%s has no serious barrier', async ([path, name]) => {
    await story.open(path, name);
    await story.expectNoBarriers();
  });

  test('on all these pages nothing broke, nothing was blocked, and nothing was asked of another server', () => {
    expect(story.wrong).toEqual([]);
  });
});
