import { expect, it } from 'vitest';
import { getRecorder } from '#deployments';
import { ingestSegments } from '../ingest/ingest-segments.ts';
import { actualsApp } from '../monitoring-actuals.fixtures.ts';

const { platform, ask, ada, get, deployment } = await actualsApp();
const { key } = ada;
const day = (number: number) => new Date(Date.UTC(2024, 0, 1 + number)).toISOString().slice(0, 10);
const KNOWN_DAYS = 30;
const FUTURE_DAYS = 4;

it('the empty cells of the target in rows of the future are no drift', async () => {
  const made = await deployment('series');
  const lines = [0, 1].flatMap((shop) =>
    Array.from({ length: KNOWN_DAYS + FUTURE_DAYS }, (_, n) => {
      const number = 60 + n;
      return `${day(number)},shop ${shop},0,${n < KNOWN_DAYS ? number : ''}`;
    }),
  );
  const body = `date,store,promotion,sales\n${lines.join('\n')}\n`;
  const answer = await ask(made.line, { key, headers: { 'content-type': 'text/csv' }, body });
  expect(answer.status, answer.text).toBe(200);
  await getRecorder(platform).settle();
  await ingestSegments(platform, ada.organizationId);
  const { data } = await get(made.id, 'featureDrift/?start=2020-01-01&end=2040-01-01');
  const sizes = Object.fromEntries(
    data.map(({ name, sampleSize }: { name: string; sampleSize: number }) => [name, sampleSize]),
  );
  expect(sizes.sales).toBe(2 * KNOWN_DAYS);
  expect(sizes.promotion).toBe(2 * (KNOWN_DAYS + FUTURE_DAYS));
});
