import { afterAll, expect, test } from 'vitest';
import { startWorker } from '#platform/jobs/worker.ts';
import { type Asked, servedApp } from '../../../../test/served-app.ts';

const { ask, person, platform } = await servedApp();
const worker = await startWorker(platform, { concurrency: 1 });
afterAll(() => worker.stop());
const ann = await person({ organization: 'One' });
const bob = await person({ organization: 'One' });
const outsider = await person({ organization: 'Two' });
const PATH = '/api/v2/calendars/';

function form(content: string, fields: Readonly<Record<string, string>>) {
  const parts = Object.entries(fields).map(
    ([name, value]) => `--cut\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const file = `--cut\r\ncontent-disposition: form-data; name="file"; filename="events.csv"\r\n\r\n${content}\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=cut' };
  return { headers, body: `${parts.join('')}${file}--cut--\r\n` };
}
const upload = (content: string, fields: Record<string, string> = {}) =>
  ask(`POST ${PATH}fileUpload/`, { key: ann.key, ...form(content, fields) });

/** Where the finished job points, or what it says of its failure. */
async function outcome(begun: Asked): Promise<Asked> {
  expect(begun.status).toBe(202);
  const status = `GET /api/v2/status/${begun.body.statusId}/`;
  const ended = () => ask(status, { key: ann.key });
  await expect
    .poll(async () => (await ended()).body?.status ?? 'DONE', { timeout: 60_000, interval: 50 })
    .not.toMatch(/RUNNING|INITIALIZED/);
  const last = await ended();
  if (last.status !== 303) return last;
  return ask(`GET ${new URL(String(last.headers.location)).pathname}`, { key: ann.key });
}

test('202 → 200: a file with series and durations', async () => {
  const file =
    'Date,Event,store,Event Duration\n2026-01-01,New year,,1\n2026-03-05,Sale,Oslo,3\n2026-03-05,Sale,Bonn,\n';
  const made = await outcome(await upload(file, { name: 'Ours', multiseriesIdColumns: '["store"]' }));
  expect(made.body.Id).toBe(made.body.id);
  expect(made.body).toMatchObject({
    name: 'Ours',
    source: 'events.csv',
    calendarStartDate: '2026-01-01',
    calendarEndDate: '2026-03-05',
    numEvents: 3,
    numEventTypes: 2,
    projectIds: [],
    multiseriesIdColumns: ['store'],
    role: 'OWNER',
  });
  const renamed = await ask(`PATCH ${PATH}${made.body.id}/`, { key: ann.key, body: { name: 'Theirs' } });
  expect(renamed.body).toEqual({ ...made.body, name: 'Theirs' });
  const listed = await ask(`GET ${PATH}?limit=0`, { key: ann.key });
  expect(listed.body.data).toContainEqual(renamed.body);
  const events = (query = '', key = ann.key) => ask(`GET ${PATH}${made.body.id}/events/${query}`, { key });
  expect((await events('?seriesId=Oslo')).body).toMatchObject({
    totalCount: 2,
    data: [
      { date: '2026-01-01T00:00:00.000000Z', name: 'New year', seriesId: null, duration: 1 },
      { date: '2026-03-05T00:00:00.000000Z', name: 'Sale', seriesId: 'Oslo', duration: 3 },
    ],
  });
  expect((await events('?startDate=2026-02-01&limit=1')).body).toMatchObject({ count: 1, totalCount: 2 });
  expect((await events('?limit=0')).status).toBe(422);
  expect((await events('', bob.key)).status).toBe(404);
  expect((await ask(`GET ${PATH}${made.body.id}/events/`)).status).toBe(401);
});

test('202 → error: the reason names the row or the column, and no calendar is left', async () => {
  const before = (await ask(`GET ${PATH}`, { key: ann.key })).body.totalCount;
  const saying = async (content: string, fields = {}) => (await outcome(await upload(content, fields))).body.message;
  expect(await saying('Event,Date\nSale,2026-01-01\n')).toMatch(/first column \("Event"\) must hold the dates/);
  expect(await saying('Date,Event\n2026-01-01,\n2026-01-02,Sale\n')).toMatch(/Row 2 .* has no name/);
  expect(await saying('Date,Event\n2026-01-01,x\n', { multiseriesIdColumns: '["shop"]' })).toMatch(
    /no column "shop".*Date, Event/,
  );
  expect(await saying('Date,Event,Event Duration\n2026-01-01,x,-2\n')).toMatch(/Row 2 .* duration -2/);
  expect((await ask(`GET ${PATH}`, { key: ann.key })).body.totalCount).toBe(before);
});

test('202 → 200: the holidays of a country; 422 for a country or dates that are none', async () => {
  const post = (body: object) => ask(`POST ${PATH}fromCountryCode/`, { key: ann.key, body });
  const span = { startDate: '2024-01-01T00:00:00Z', endDate: '2025-12-31' };
  const made = await outcome(await post({ countryCode: 'DE', ...span }));
  expect(made.body).toMatchObject({ name: 'Germany holidays', calendarStartDate: '2024-01-01', source: 'country DE' });
  expect(made.body.numEvents).toBe(18);
  const places = async (body: object) => Object.keys((await post(body)).body.errors ?? {});
  expect(await places({ countryCode: 'XX', ...span })).toEqual(['countryCode']);
  expect(await places({ countryCode: 'DE', startDate: '2025-01-01', endDate: '2024-01-01' })).toEqual(['endDate']);
  expect(await places({ countryCode: 'DE', startDate: 'soon', endDate: '2024-01-01' })).toEqual(['startDate']);
  const countries = await ask('GET /api/v2/calendarCountryCodes/?limit=1000', { key: ann.key });
  expect(countries.body.data).toContainEqual({ code: 'DE', name: 'Germany' });
});

test('204, 403, 404: deleted by its owner; shared by name; unknown to others', async () => {
  const { id } = (await outcome(await upload('Date,Event\n2026-05-01,May\n'))).body;
  const one = `${PATH}${id}/`;
  expect((await ask(`GET ${one}`, { key: bob.key })).status).toBe(404);
  const users = [{ username: bob.username, role: 'READ_ONLY' }];
  expect((await ask(`PATCH ${one}accessControl/`, { key: ann.key, body: { users } })).status).toBe(200);
  expect((await ask(`GET ${one}accessControl/`, { key: ann.key })).body.totalCount).toBe(2);
  expect((await ask(`GET ${one}`, { key: bob.key })).body.role).toBe('CONSUMER');
  expect((await ask(`DELETE ${one}`, { key: bob.key })).status).toBe(403);
  expect((await ask(`DELETE ${one}`, { key: outsider.key })).status).toBe(404);
  expect((await ask(`DELETE ${one}`, { key: ann.key })).status).toBe(204);
  expect((await ask(`GET ${one}`, { key: ann.key })).status).toBe(404);
});
