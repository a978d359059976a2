import { Tooltip } from '@mantine/core';
import type { CalendarEvent } from '../../api/calendars.ts';
import { daysOfYears } from './days-of-year.ts';
import './calendar.css';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
/** Far too long a calendar is told by its table alone. */
const MOST_YEARS = 30;

/** Each year as a strip, its events marked on it. The table below says the same in words. */
export function YearStrips({ events }: { events: readonly CalendarEvent[] }) {
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
