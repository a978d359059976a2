import { useQuery } from '@tanstack/react-query';
import { calendarCalls } from '../../api/calendars.ts';
import { callQuery } from '../../api/call-query.ts';
import { ListPage } from '../../parts/list/list-page.tsx';
import { usePlace } from '../../parts/list/use-place.ts';
import { CalendarTable } from './calendar-table.tsx';
import { CreateCalendar } from './create-calendar.tsx';

export function CalendarsPage() {
  const place = usePlace();
  const calendars = useQuery(callQuery(calendarCalls.list(place.window)));
  return (
    <ListPage
      title="Calendars"
      intro="Holidays and other days that are unlike the rest. Forecasts learn what happens on them, before and after."
      calls={[calendarCalls.list(place.window)]}
      what="calendars"
      icon="calendar"
      of={calendars}
      place={place}
      empty="Take the public holidays of a country, or bring a file with dates and names of your own. A new time series project can then be given the calendar."
      create={{
        label: 'New calendar',
        first: 'Create the first calendar',
        dialog: (close) => <CreateCalendar onClose={close} />,
      }}
    >
      {(rows) => <CalendarTable calendars={rows} />}
    </ListPage>
  );
}
