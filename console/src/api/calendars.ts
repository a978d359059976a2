import { type ApiCall, get, patch, post, postFile, remove } from './call.ts';
import type { Window } from './calls.ts';
import { ask } from './queries.ts';
import type { Page } from './types.ts';

export interface Calendar {
  readonly id: string;
  readonly name: string;
  readonly created: string;
  /** `country DE`, or the name of the file or dataset. */
  readonly source: string;
  readonly calendarStartDate: string;
  readonly calendarEndDate: string;
  readonly numEvents: number;
  readonly numEventTypes: number;
  readonly projectIds: readonly string[];
  readonly multiseriesIdColumns: readonly string[] | null;
  readonly role: string;
}

export interface CalendarEvent {
  readonly date: string;
  readonly name: string;
  readonly seriesId: string | null;
  /** In days. */
  readonly duration: number;
}

interface Country {
  readonly code: string;
  readonly name: string;
}

export interface CountryWish {
  readonly countryCode: string;
  readonly startDate: string;
  readonly endDate: string;
  readonly name?: string;
}

export interface DatasetWish {
  readonly datasetId: string;
  readonly name?: string;
  readonly multiseriesIdColumns?: readonly string[];
}

interface Begun {
  readonly statusId: string;
}

const ALL = 'calendars/';
const one = (id: string): string => `${ALL}${encodeURIComponent(id)}/`;

export const calendarCalls = {
  list: (window: Window): ApiCall<Page<Calendar>> => get(ALL, { ...window }),
  get: (id: string): ApiCall<Calendar> => get(one(id)),
  events: (id: string): ApiCall<Page<CalendarEvent>> => get(`${one(id)}events/`, { limit: 1000 }),
  countries: (): ApiCall<Page<Country>> => get('calendarCountryCodes/', { limit: 1000 }),
  fromCountry: (wish: CountryWish): ApiCall<Begun> => post(`${ALL}fromCountryCode/`, { ...wish }),
  fromDataset: (wish: DatasetWish): ApiCall<Begun> => post(`${ALL}fromDataset/`, { ...wish }),
  /** Forms carry lists as JSON text. */
  fromFile: (fileName: string, { name, series }: { name: string; series: string }): ApiCall<Begun> =>
    postFile(`${ALL}fileUpload/`, fileName, {
      ...(name === '' ? {} : { name }),
      ...(series === '' ? {} : { multiseriesIdColumns: JSON.stringify([series]) }),
    }),
  rename: (id: string, name: string): ApiCall<Calendar> => patch(one(id), { name }),
  remove: (id: string): ApiCall<void> => remove(one(id)),
};

export const calendarsKey: readonly string[] = ['calendars'];

export const calendarQueries = {
  list: (window: Window) =>
    ask([...calendarsKey, 'list', String(window.offset), String(window.limit)], calendarCalls.list(window)),
  get: (id: string) => ask([...calendarsKey, 'one', id], calendarCalls.get(id)),
  events: (id: string) => ask([...calendarsKey, 'events', id], calendarCalls.events(id)),
  countries: () => ({ ...ask([...calendarsKey, 'countries'], calendarCalls.countries()), staleTime: 3_600_000 }),
};
