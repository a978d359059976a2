import { Modal, Stack, Tabs } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { calendarsKey } from '../../api/calendars.ts';
import { useFollow } from '../../api/follow.ts';
import { JobProgress } from '../../parts/job-progress.tsx';
import { FromCountry } from './from-country.tsx';
import { FromDataset } from './from-dataset.tsx';
import { FromFile } from './from-file.tsx';

const ways = [
  { value: 'country', label: 'Holidays of a country', Form: FromCountry },
  { value: 'file', label: 'A file', Form: FromFile },
  { value: 'dataset', label: 'A dataset', Form: FromDataset },
] as const;

/** Three ways to a calendar. While it is made its progress is shown; then its page opens. */
export function CreateCalendar({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [statusId, setStatusId] = useState<string>();
  const following = useFollow(statusId, {
    refresh: [calendarsKey],
    onDone: ({ location }) => {
      const calendarId = location?.split('/')[1];
      if (calendarId !== undefined) void navigate({ to: '/calendars/$calendarId', params: { calendarId } });
    },
  });
  return (
    <Modal opened onClose={onClose} title="A new calendar" size="lg">
      <Stack>
        <Tabs defaultValue="country" keepMounted={false}>
          <Tabs.List aria-label="Where the days come from" mb="md">
            {ways.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          {ways.map(({ value, Form }) => (
            <Tabs.Panel key={value} value={value}>
              <Form onBegun={setStatusId} />
            </Tabs.Panel>
          ))}
        </Tabs>
        <JobProgress of={following} what="Reading the days" refused="The calendar was not made" />
      </Stack>
    </Modal>
  );
}
