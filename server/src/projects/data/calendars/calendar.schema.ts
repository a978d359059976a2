import { z } from 'zod';
import { ignored } from '#platform/http/ignored.ts';
import { offset, pageQuery } from '#platform/http/page.ts';

const name = z.string().trim().min(1).max(255);

/** Forms carry lists as JSON text. */
const oneColumn = z.array(z.string().min(1)).min(1).max(1);
const jsonText = z
  .string()
  .transform((text, check) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      check.addIssue({ code: 'custom', message: 'Must be a JSON list with one column name, like ["store"]' });
      return z.NEVER;
    }
  })
  .pipe(oneColumn);

export const FromFile = z.strictObject({
  name: name.optional(),
  multiseriesIdColumns: jsonText.optional(),
});

export const FromDataset = z.strictObject({
  datasetId: z.string().min(1),
  datasetVersionId: z.string().min(1).nullish(),
  name: name.nullish(),
  multiseriesIdColumns: oneColumn.nullish(),
  deleteOnError: ignored(z.boolean().nullish(), 'A calendar that cannot be read is never created', [true]),
});

/** Some clients send a date with its time. */
const day = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)), { error: 'Must be a date like 2026-12-25', abort: true })
  .transform((text) => new Date(text).toISOString().slice(0, 10));

export const FromCountry = z
  .strictObject({ countryCode: z.string(), startDate: day, endDate: day, name: name.nullish() })
  .refine(({ startDate, endDate }) => startDate < endDate, {
    path: ['endDate'],
    error: 'Must be later than startDate',
  });

export const CalendarQuery = z.strictObject({
  projectId: z.string().optional(),
  offset,
  // 0 means all of them.
  limit: z.int().min(0).max(1000).default(100),
});
export const CalendarChange = z.strictObject({ name });
export const CountryQuery = pageQuery();
export const EventQuery = z.strictObject({
  seriesId: z.string().optional(),
  startDate: day.optional(),
  endDate: day.optional(),
  offset,
  limit: z.int().min(1).max(1000).default(1000),
});
export type EventQuery = z.output<typeof EventQuery>;

export const Begun = z.strictObject({ statusId: z.string() });
export const Country = z.strictObject({ code: z.string(), name: z.string() });
export const Event = z.strictObject({
  date: z.iso.datetime(),
  name: z.string(),
  seriesId: z.string().nullable(),
  duration: z.int(),
});

export const Calendar = z.strictObject({
  id: z.string(),
  /** The same: the R client reads it under this name. */
  Id: z.string(),
  name: z.string(),
  created: z.iso.datetime(),
  source: z.string(),
  datetimeFormat: z.string(),
  calendarStartDate: z.iso.date(),
  calendarEndDate: z.iso.date(),
  earliestEvent: z.iso.date(),
  latestEvent: z.iso.date(),
  numEvents: z.int(),
  numEventTypes: z.int(),
  projectIds: z.array(z.string()),
  projectId: z.array(z.string()),
  multiseriesIdColumns: z.array(z.string()).nullable(),
  role: z.string(),
});

export const AccessChange = z.strictObject({
  users: z
    .array(
      z.strictObject({
        username: z.string(),
        role: z.string().nullable(),
        canShare: z.boolean().nullish(),
        canUseData: z.boolean().nullish(),
      }),
    )
    .min(1)
    .max(100),
});
