import { expect, test } from 'vitest';
import { dateReading, formatsOf } from './date-format.rules.ts';

test.each([
  ['05.03.2021', ['%d.%m.%Y', '%m.%d.%Y']],
  ['05/03/2021', ['%m/%d/%Y', '%d/%m/%Y']],
  ['05-03-21', ['%m-%d-%y', '%d-%m-%y']],
  ['2021-03-05 14:30', ['%Y-%m-%d %H:%M']],
  ['3/5/2021 2:30 PM', ['%m/%d/%Y %I:%M %p', '%d/%m/%Y %I:%M %p']],
  ['5 bananas', []],
])('%s may be read as %j, the usual way of its country first', (text, formats) => {
  expect(formatsOf(text)).toEqual(formats);
});

test('several formats are proposed only where nearly all values are dates', () => {
  const dates = ['2021-03-05', '05.03.2021'];
  expect(dateReading(['2021-03-05', '2021-03-06'])).toEqual({ one: ['%Y-%m-%d'], several: [] });
  expect(dateReading(dates).several).toContain('%d.%m.%Y');
  expect(dateReading([...dates, 'never'])).toEqual({ one: [], several: [] });
});
