import { Paper, Stack, Tooltip } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { type Calendar, type CalendarEvent, calendarCalls, calendarsKey } from '../../api/calendars.ts';
import { useCall } from '../../api/call-query.ts';
import { RowMenu } from '../../parts/actions.tsx';
import { type BigColumn, BigTable, textColumn } from '../../parts/big-table.tsx';
import { whole } from '../../parts/format.ts';
import { Page } from '../../parts/page.tsx';
import { Panel, Reply } from '../../parts/panel.tsx';
import { daysOfYears } from './days-of-year.ts';
import './calendar.css';
import { DeleteDialog, TextDialog } from '../../parts/dialogs.tsx';

export function CalendarPage() {
  const { calendarId } = useParams({ from: '/signed-in/calendars/$calendarId' });
  const calendar = useCall(calendarCalls.get(calendarId));
  return (
    <Page
      title={calendar.data?.name ?? 'Calendar'}
      intro={calendar.data && about(calendar.data)}
      calls={[calendarCalls.get(calendarId), calendarCalls.events(calendarId)]}
      actions={calendar.data && <CalendarActions calendar={calendar.data} />}
    >
      <Reply to={calendarCalls.events(calendarId)} what="the events">
        {({ data, totalCount }) => (
          <Stack gap="lg">
            <Panel
              title="The years"
              intro={totalCount > data.length && `The first ${whole(data.length)} of ${whole(totalCount)} events.`}
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
      </Reply>
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
  textColumn('Event', ({ name }) => name),
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

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Far too long a calendar is told by its table alone. */
const MOST_YEARS = 30;

/** Each year as a strip, its events marked on it. The table below says the same in words. */
function YearStrips({ events }: { events: readonly CalendarEvent[] }) {
  const years = daysOfYears(events).slice(-MOST_YEARS);
  return (
    <div className="year-strips" role="img" aria-label="The events of each year; the table below lists them">
      <div className="year-months" aria-hidden="true">
        {MONTHS.map((month) => (
          <span key={month}>{month}</span>
        ))}
      </div>
      {years.map(({ year, marks }) => (
        <div key={year} className="year">
          <span className="year-name number">{year}</span>
          <div className="year-strip">
            {marks.map(({ from, width, names }) => (
              <Tooltip key={`${from}`} label={names.join(', ')}>
                <span className="year-mark" style={{ left: `${from * 100}%`, width: `max(3px, ${width * 100}%)` }} />
              </Tooltip>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}

function CalendarActions({ calendar: { id, name } }: { calendar: Calendar }) {
  return (
    <RowMenu
      of={name}
      onPage
      actions={[
        {
          label: 'Rename',
          needs: calendarCalls.rename(id, name),
          dialog: (close) => (
            <TextDialog
              title={`Rename ${name}`}
              submit="Rename"
              refused="The calendar was not renamed"
              was={{ name }}
              call={(text) => calendarCalls.rename(id, text.name)}
              refresh={[calendarsKey]}
              onClose={close}
            />
          ),
        },
        {
          label: 'Delete',
          needs: calendarCalls.remove(id),
          dangerous: true,
          dialog: (close) => (
            <DeleteDialog
              name={name}
              kind="calendar"
              call={calendarCalls.remove(id)}
              forget={[calendarsKey]}
              to="/calendars"
              onClose={close}
            >
              A calendar that a project uses cannot be deleted. This cannot be undone.
            </DeleteDialog>
          ),
        },
      ]}
    />
  );
}
