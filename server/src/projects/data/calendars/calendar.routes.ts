import { z } from 'zod';
import { accessControlRoutes, changeAccessControl, SHARING_REFUSALS } from '#accounts';
import { DATASET, READING_REFUSALS } from '#data';
import { pageOf } from '#platform/http/page.ts';
import { routeGroup } from '#platform/http/route.ts';
import { needs } from '#platform/http/route-access.ts';
import { PROJECT } from '../../core/project/get-project.ts';
import { CALENDAR } from './calendar.kind.ts';
import * as schema from './calendar.schema.ts';
import * as calendars from './calendars.ts';

const route = routeGroup({ part: 'projects', added: 'v2.15' });
const ONE = '/api/v2/calendars/{calendarId}/';
const [listAccess] = accessControlRoutes({
  kind: CALENDAR,
  path: ONE,
  name: 'Calendar',
  part: 'projects',
  added: 'v2.15',
});

export const calendarRoutes = [
  route.post('/api/v2/calendars/fileUpload/', 'createCalendarFromFile', {
    summary:
      'Make a calendar of a file: dates, names of events, and where they differ the series and the days it lasts',
    takes: 'form',
    body: schema.FromFile,
    replies: { 202: schema.Begun },
    handle: (ctx, { form, body }) => calendars.createFromFile(ctx, form, body),
  }),
  route.post('/api/v2/calendars/fromDataset/', 'createCalendarFromDataset', {
    access: needs(DATASET, 'use', null),
    summary: 'Create a calendar from a dataset',
    body: schema.FromDataset,
    replies: { 202: schema.Begun },
    refusals: READING_REFUSALS,
    handle: (ctx, { body }) => calendars.createFromDataset(ctx, body),
  }),
  route.post('/api/v2/calendars/fromCountryCode/', 'createCalendarFromCountry', {
    summary: 'Create a calendar from the public holidays of a country',
    body: schema.FromCountry,
    replies: { 202: schema.Begun },
    handle: (ctx, { body }) => calendars.createFromCountry(ctx, body),
  }),
  route.get('/api/v2/calendars/', 'listCalendars', {
    summary: 'List calendars, newest first',
    query: schema.CalendarQuery,
    replies: { 200: pageOf(schema.Calendar) },
    handle: (ctx, { url, query }) => calendars.listCalendars(ctx, url, query),
  }),
  route.get(ONE, 'getCalendar', {
    access: needs(CALENDAR, 'read'),
    summary: 'One calendar',
    replies: { 200: schema.Calendar },
    handle: (ctx, { params }) => calendars.getCalendar(ctx, params.calendarId),
  }),
  route.patch(ONE, 'renameCalendar', {
    access: needs(CALENDAR, 'write'),
    summary: 'Rename a calendar',
    body: schema.CalendarChange,
    replies: { 200: schema.Calendar },
    handle: (ctx, { params, body }) => calendars.renameCalendar(ctx, params.calendarId, body.name),
  }),
  route.delete(ONE, 'deleteCalendar', {
    access: needs(CALENDAR, 'own'),
    summary: 'Delete a calendar that no project uses',
    replies: { 204: null },
    refusals: { 409: ['calendars.used'] },
    handle: (ctx, { params }) => calendars.deleteCalendar(ctx, params.calendarId),
  }),
  route.get(`${ONE}events/`, 'listCalendarEvents', {
    access: needs(CALENDAR, 'read'),
    summary: 'The events of a calendar, by date',
    query: schema.EventQuery,
    replies: { 200: pageOf(schema.Event) },
    handle: (ctx, { params, url, query }) => calendars.listCalendarEvents(ctx, params.calendarId, url, query),
  }),
  ...(listAccess ? [listAccess] : []),
  route.patch(`${ONE}accessControl/`, 'changeCalendarAccessControl', {
    access: needs(CALENDAR, 'read'),
    summary: 'Share a calendar with people by name, or take their access away with a null role',
    body: schema.AccessChange,
    replies: { 200: z.strictObject({}) },
    refusals: SHARING_REFUSALS,
    handle: async (ctx, { params, body }) => {
      await changeAccessControl(ctx, { kind: CALENDAR, id: params.calendarId }, { data: body.users });
      return {};
    },
  }),
  route.get('/api/v2/calendarCountryCodes/', 'listCalendarCountries', {
    summary: 'The countries whose public holidays are known',
    query: schema.CountryQuery,
    replies: { 200: pageOf(schema.Country) },
    handle: (ctx, { url, query }) => calendars.listCountries(ctx, url, query),
  }),
  route.get('/api/v2/projects/{projectId}/calendarEvents/', 'listProjectCalendarEvents', {
    access: needs(PROJECT, 'read'),
    summary: 'The events of the calendar of a project, by date',
    query: schema.EventQuery,
    replies: { 200: pageOf(schema.Event) },
    handle: (ctx, { params, url, query }) => calendars.listProjectEvents(ctx, params.projectId, url, query),
  }),
];
