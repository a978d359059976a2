import { type BodyOf, get, type ItemOf, patch, post, type ReplyOf, remove, type Window, withFile } from './call.ts';
import { callQuery } from './call-query.ts';

export type Calendar = ReplyOf<'get', 'calendars/{calendarId}/'>;
export type CalendarEvent = ItemOf<'calendars/{calendarId}/events/'>;

export const calendarCalls = {
  list: (window: Window) => get('calendars/', { ...window }),
  get: (calendarId: string) => get('calendars/{calendarId}/', { calendarId }),
  events: (calendarId: string) => get('calendars/{calendarId}/events/', { calendarId, limit: 1000 }),
  countries: () => get('calendarCountryCodes/', { limit: 1000 }),
  fromCountry: (body: BodyOf<'post', 'calendars/fromCountryCode/'>) => post('calendars/fromCountryCode/', { body }),
  fromDataset: (body: BodyOf<'post', 'calendars/fromDataset/'>) => post('calendars/fromDataset/', { body }),
  /** Forms carry lists as JSON text. */
  fromFile: (fileName: string, { name, series }: { name: string; series: string }) =>
    withFile(
      post('calendars/fileUpload/', {
        body: {
          ...(name === '' ? {} : { name }),
          ...(series === '' ? {} : { multiseriesIdColumns: JSON.stringify([series]) }),
        },
      }),
      fileName,
    ),
  rename: (calendarId: string, name: string) => patch('calendars/{calendarId}/', { calendarId, body: { name } }),
  remove: (calendarId: string) => remove('calendars/{calendarId}/', { calendarId }),
};

export const calendarsKey: readonly string[] = ['calendars'];

export const calendarQueries = {
  countries: () => callQuery(calendarCalls.countries(), { staleTime: 3_600_000 }),
};
