import { z } from 'zod';
import { accessControlRoutes, changeAccessControl } from '#accounts';
import { pageOf } from '#platform/http/page.ts';
import { route } from '#platform/http/route.ts';
import { CALENDAR } from './calendar.kind.ts';
import {
  AccessChange,
  Begun,
  Calendar,
  CalendarChange,
  CalendarQuery,
  Country,
  CountryQuery,
  Event,
  EventQuery,
  FromCountry,
  FromDataset,
  FromFile,
} from './calendar.schema.ts';
import { deleteCalendar, getCalendar, listCalendars, listCountries, renameCalendar } from './calendars.ts';
import { createFromCountry, createFromDataset, createFromFile } from './create-calendar.ts';
import { listCalendarEvents, listProjectEvents } from './project-events.ts';

const common = { part: 'projects', history: { added: 'v2.15' } } as const;
const ONE = '/api/v2/calendars/{calendarId}/';
const [listAccess] = accessControlRoutes({
  kind: CALENDAR,
  path: ONE,
  name: 'Calendar',
  part: 'projects',
  added: 'v2.15',
});

export const calendarRoutes = [
  route({
    ...common,
    method: 'POST',
    path: '/api/v2/calendars/fileUpload/',
    operation: 'createCalendarFromFile',
    summary:
      'Make a calendar of a file: dates, names of events, and where they differ the series and the days it lasts',
    access: 'account',
    takes: 'form',
    body: FromFile,
    replies: { 202: Begun },
    handle: (ctx, { form, body }) => createFromFile(ctx, form, body),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v2/calendars/fromDataset/',
    operation: 'createCalendarFromDataset',
    summary: 'Make a calendar of a dataset',
    access: 'account',
    body: FromDataset,
    replies: { 202: Begun },
    handle: (ctx, { body }) => createFromDataset(ctx, body),
  }),
  route({
    ...common,
    method: 'POST',
    path: '/api/v2/calendars/fromCountryCode/',
    operation: 'createCalendarFromCountry',
    summary: 'Make a calendar of the public holidays of a country',
    access: 'account',
    body: FromCountry,
    replies: { 202: Begun },
    handle: (ctx, { body }) => createFromCountry(ctx, body),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/calendars/',
    operation: 'listCalendars',
    summary: 'The calendars you may see, newest first',
    access: 'account',
    query: CalendarQuery,
    replies: { 200: pageOf(Calendar) },
    handle: (ctx, { url, query }) => listCalendars(ctx, url, query),
  }),
  route({
    ...common,
    method: 'GET',
    path: ONE,
    operation: 'getCalendar',
    summary: 'One calendar',
    access: 'account',
    replies: { 200: Calendar },
    handle: (ctx, { params }) => getCalendar(ctx, params.calendarId),
  }),
  route({
    ...common,
    method: 'PATCH',
    path: ONE,
    operation: 'renameCalendar',
    summary: 'Rename a calendar',
    access: 'account',
    body: CalendarChange,
    replies: { 200: Calendar },
    handle: (ctx, { params, body }) => renameCalendar(ctx, params.calendarId, body.name),
  }),
  route({
    ...common,
    method: 'DELETE',
    path: ONE,
    operation: 'deleteCalendar',
    summary: 'Delete a calendar that no project uses',
    access: 'account',
    replies: { 204: null },
    handle: (ctx, { params }) => deleteCalendar(ctx, params.calendarId),
  }),
  route({
    ...common,
    method: 'GET',
    path: `${ONE}events/`,
    operation: 'listCalendarEvents',
    summary: 'The events of a calendar, by date',
    access: 'account',
    query: EventQuery,
    replies: { 200: pageOf(Event) },
    handle: (ctx, { params, url, query }) => listCalendarEvents(ctx, params.calendarId, url, query),
  }),
  ...(listAccess ? [listAccess] : []),
  route({
    ...common,
    method: 'PATCH',
    path: `${ONE}accessControl/`,
    operation: 'changeCalendarAccessControl',
    summary: 'Share a calendar with people by name, or take their access away with a null role',
    access: 'account',
    body: AccessChange,
    replies: { 200: z.strictObject({}) },
    handle: async (ctx, { params, body }) => {
      await changeAccessControl(ctx, { kind: CALENDAR, id: params.calendarId }, { data: body.users });
      return {};
    },
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/calendarCountryCodes/',
    operation: 'listCalendarCountries',
    summary: 'The countries whose public holidays are known',
    access: 'account',
    query: CountryQuery,
    replies: { 200: pageOf(Country) },
    handle: (ctx, { url, query }) => listCountries(ctx, url, query),
  }),
  route({
    ...common,
    method: 'GET',
    path: '/api/v2/projects/{projectId}/calendarEvents/',
    operation: 'listProjectCalendarEvents',
    summary: 'The events of the calendar of a project, by date',
    access: 'account',
    query: EventQuery,
    replies: { 200: pageOf(Event) },
    handle: (ctx, { params, url, query }) => listProjectEvents(ctx, params.projectId, url, query),
  }),
];
