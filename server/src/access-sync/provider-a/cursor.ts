import { z } from 'zod';
import { ProviderProblem } from '../provider-client.ts';

/** Where a space stands: the durable token of its change feed, and the time and last entries of the activity feed. */
const PollCursor = z.strictObject({
  change: z.string(),
  /** Milliseconds. */
  since: z.number(),
  /** Activities met within the overlap, so that looking back a little does not read everything again. */
  seen: z.array(z.string()),
});

const CrawlCursor = z.strictObject({ change: z.string(), since: z.number(), page: z.string() });

export type PollCursor = z.infer<typeof PollCursor>;
export type CrawlCursor = z.infer<typeof CrawlCursor>;

export const writeCursor = (cursor: PollCursor | CrawlCursor): string => JSON.stringify(cursor);

export const readPollCursor = (text: string): PollCursor => read(PollCursor, text);

export const readCrawlCursor = (text: string): CrawlCursor => read(CrawlCursor, text);

function read<T>(schema: z.ZodType<T>, text: string): T {
  try {
    return schema.parse(JSON.parse(text));
  } catch (error) {
    throw new ProviderProblem('cursorGone', 'The place that was kept cannot be read.', { cause: error });
  }
}
