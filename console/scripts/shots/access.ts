import { buildB, editB, type ProviderB } from '../../../conformance/providers/index.ts';
import { connectionCalls, graphCalls } from '../../src/api/access.ts';
import { type Camera, sendFrom } from './camera.ts';

/** A connection, what is held of it, and why somebody can read a document; then usage and administration. */
export async function shootAccess({ page, open, shoot }: Camera, { world, app, url }: ProviderB): Promise<void> {
  const ann = buildB.addUser(world, 'ann');
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

  const secrets = { tenantId: world.tenantId, clientId: app.clientId, clientSecret: app.secret ?? '' };
  const connection = await sendFrom(
    page,
    connectionCalls.create({
      name: 'Corp sites',
      provider: 'B',
      config: { ...secrets, graphUrl: url, loginUrl: url },
      pollSeconds: 15,
      stalenessLimitSeconds: 3600,
    }),
  );
  const at = `/access/${connection.id}`;
  await open(at);
  await page.getByText('in step', { exact: true }).waitFor();
  await shoot('access-status');
  await page.getByRole('button', { name: 'Check the connection' }).click();
  await page.getByText('Everything can be read').waitFor();
  await shoot('access-preflight');
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Actions for Corp sites' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Client secret').waitFor();
  await shoot('access-edit');
  const { data } = await sendFrom(page, graphCalls.items(connection.id, { offset: 0, limit: 10, searchFor: 'Plans' }));
  await open(`${at}?tab=browse&item=${encodeURIComponent(data[0]?.id ?? '')}`);
  await shoot('access-browse');
  for (const tab of ['principals', 'changes']) {
    await open(`${at}?tab=${tab}`);
    await shoot(`access-${tab}`);
  }
  await open(`${at}?user=${ann.mail}&itemId=${file.id}`);
  await page.getByRole('list', { name: 'The way to the document' }).waitFor();
  await shoot('access-why', true);
  await open('/access');
  await page.getByText('in step', { exact: true }).waitFor();
  await shoot('access');
  for (const part of ['usage', 'manage-predictions', 'organization', 'feature-flags']) {
    await open(`/${part}`);
    await shoot(part, true);
  }
}
