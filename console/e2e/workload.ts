import { expect } from 'vitest';
import { aKey, request } from './housing-deployment.ts';
import type { Story } from './story.ts';

/** A service is registered (this server itself plays it), called through the platform, limited, and stopped. */
export async function runWorkload(story: Story): Promise<void> {
  const { page } = story;
  await story.open('/workloads', 'Workloads');
  await page.getByRole('button', { name: 'Register the first service' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Weather');
  await dialog.getByLabel('Address').fill(story.almanac.url);
  await dialog.getByRole('button', { name: 'Register it' }).click();
  await page.getByRole('link', { name: 'Weather' }).click();
  await story.heading('Weather');
  const id = new URL(page.url()).pathname.split('/').at(-1) ?? '';
  await page.getByText('none yet').waitFor();
  await story.expectNoBarriers();

  const called = `endpoints/workloads/${id}/favicon.svg`;
  expect((await request(page, 'GET', called)).status()).toBe(401);
  expect((await request(page, 'GET', called, { key: await aKey(page) })).status()).toBe(200);
  await page.getByRole('tab', { name: 'Service' }).click();
  await page.getByRole('button', { name: /^Requests\s*1$/ }).waitFor();
  await page.getByRole('img', { name: 'Requests over time' }).locator('canvas').waitFor();
  await page.getByRole('button', { name: /^Response time/ }).click();
  await page.getByRole('img', { name: 'Response time over time' }).waitFor();
  expect(page.url()).toContain('metric=responseTime');
  await story.expectNoBarriers();

  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Set headers' }).click();
  await dialog.getByLabel('Headers').fill('X-Api-Key');
  await page.getByText('“X-Api-Key” is no header').waitFor();
  await dialog.getByLabel('Headers').fill('X-Api-Key: hush');
  await story.expectNoBarriers();
  await dialog.getByRole('button', { name: 'Replace the headers' }).click();
  await page.getByText('X-Api-Key', { exact: true }).waitFor();
  await dialog.waitFor({ state: 'detached' });
  expect(await page.content()).not.toContain('hush');
  await page.getByRole('cell', { name: 'settings changed' }).waitFor();
  await story.expectNoBarriers();

  await page.getByRole('tab', { name: 'Quota' }).click();
  await page.getByText('Nothing is limited').waitFor();
  await page.getByRole('button', { name: 'Stop' }).click();
  await page.getByRole('button', { name: 'Start' }).waitFor();
}
