import { Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { type Calendar, type CalendarEvent, calendarCalls } from '../../api/calendars.ts';
import { callQuery } from '../../api/call-query.ts';
import { Answer } from '../../parts/answer.tsx';
import { whole } from '../../parts/format-number.ts';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { type BigColumn, BigTable } from '../../parts/table/big-table.tsx';
import { CalendarActions } from './calendar-actions.tsx';
import { YearStrips } from './year-strips.tsx';

export function CalendarPage() {
  const { calendarId } = useParams({ from: '/signed-in/calendars/$calendarId' });
  const calendar = useQuery(callQuery(calendarCalls.get(calendarId)));
  const events = useQuery(callQuery(calendarCalls.events(calendarId)));
  return (
    <Page
      title={calendar.data?.name ?? 'Calendar'}
      {...(calendar.data ? { intro: about(calendar.data) } : {})}
      calls={[calendarCalls.get(calendarId), calendarCalls.events(calendarId)]}
      actions={calendar.data && <CalendarActions calendar={calendar.data} />}
    >
      <Answer of={events} what="the events">
        {({ data, totalCount }) => (
          <Stack gap="lg">
            <Panel
              title="The years"
              {...(totalCount > data.length
                ? { intro: `The first ${whole(data.length)} of ${whole(totalCount)} events.` }
                : {})}
            >
              <YearStrips events={data} />
            </Panel>
            <Paper withBorder className="clipped">
              <BigTable
                label="Events"
                rows={data}
                columns={data.some(({ seriesId }) => seriesId !== null) ? [...columns, ofSeries] : columns}
                idOf={({ date, name, seriesId }) => `${date} ${name} ${seriesId}`}
                sortedBy={{ name: 'Date' }}
                height={520}
              />
            </Paper>
          </Stack>
        )}
      </Answer>
    </Page>
  );
}

function about({ source, numEvents, numEventTypes, projectIds }: Calendar): string {
  const used = projectIds.length === 0 ? 'no project uses it yet' : `used by ${projectIds.length} of your projects`;
  return `From ${source}: ${whole(numEvents)} events of ${whole(numEventTypes)} kinds; ${used}.`;
}

const weekday = (iso: string): string => new Date(iso).toLocaleDateString('en', { weekday: 'long', timeZone: 'UTC' });

const columns: readonly BigColumn<CalendarEvent>[] = [
  { name: 'Date', by: ({ date }) => date, cell: ({ date }) => <span className="timestamp">{date.slice(0, 10)}</span> },
  { name: 'Day of the week', cell: ({ date }) => weekday(date) },
  { name: 'Event', by: ({ name }) => name, cell: ({ name }) => name },
  {
    name: 'Lasts',
    numeric: true,
    by: ({ duration }) => duration,
    cell: ({ duration }) => `${whole(duration)} ${duration === 1 ? 'day' : 'days'}`,
  },
];

const ofSeries: BigColumn<CalendarEvent> = {
  name: 'Series',
  by: ({ seriesId }) => seriesId ?? '',
  cell: ({ seriesId }) => seriesId ?? 'all',
};
