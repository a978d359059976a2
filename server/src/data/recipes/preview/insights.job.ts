import { z } from 'zod';
import type { JobKind } from '#platform/jobs/jobs.ts';
import { PREVIEW_ROWS } from './fingerprint.rules.ts';
import { insightOf } from './insights.rules.ts';
import { previewStore } from './preview.store.ts';

/** Begins by itself when a preview is there: people look at the rows first. */
export const insightsJob: JobKind<{ previewId: string }> = {
  name: 'recipe.insights',
  input: z.strictObject({ previewId: z.string() }),
  lane: 'light',
  limits: 'light',
  retries: 2,
  async run({ db }, { previewId }, run) {
    const previews = previewStore(db.queries);
    const preview = await previews.byId(previewId);
    if (preview === undefined || preview.state !== 'COMPLETED') return undefined; // replaced or forgotten meanwhile
    const rows = await previews.rows(previewId, { offset: 0, limit: PREVIEW_ROWS });
    const insights = [];
    for (const [at, column] of preview.result_schema.entries()) {
      run.signal.throwIfAborted();
      insights.push(
        insightOf(
          column,
          rows.map((row) => row[at] ?? null),
        ),
      );
      await new Promise(setImmediate); // other light jobs go on between columns
    }
    await previews.keepInsights(previewId, insights);
    return undefined;
  },
};
