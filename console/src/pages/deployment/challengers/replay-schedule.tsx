import { Button, Group, Select, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { challengerCalls, challengerQueries, challengersKey, type ReplaySettings } from '../../../api/challengers.ts';
import { useChange } from '../../../api/use-change.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { schedules, scheduleText } from '../schedule.ts';

export function ReplaySchedule({ deploymentId, editable }: { deploymentId: string; editable: boolean }) {
  const settings = useQuery(challengerQueries.replaySettings(deploymentId));
  const [chosen, setChosen] = useState<string | null>('daily');
  const save = useChange((wish: ReplaySettings) => challengerCalls.changeReplay(deploymentId, wish), {
    refresh: [challengersKey(deploymentId)],
  });
  return (
    <Panel title="Replay by a schedule" intro="Challengers answer what was asked since the last time.">
      <Answer of={settings} what="the schedule">
        {({ enabled, schedule }) => (
          <>
            <Text size="sm" mb="sm">
              {enabled && schedule ? `On: ${scheduleText(schedule)}.` : 'Off: only when somebody asks for it.'}
            </Text>
            {editable && (
              <Group gap="sm" align="flex-end">
                <Select
                  size="xs"
                  w={230}
                  label="When"
                  data={schedules.map(({ value, label }) => ({ value, label }))}
                  value={chosen}
                  onChange={setChosen}
                  allowDeselect={false}
                />
                <Button
                  size="xs"
                  loading={save.isPending}
                  onClick={() => {
                    const found = schedules.find(({ value }) => value === chosen);
                    if (found) save.mutate({ enabled: true, schedule: found.schedule });
                  }}
                >
                  {enabled ? 'Change' : 'Switch on'}
                </Button>
                {enabled && (
                  <Button size="xs" variant="default" onClick={() => save.mutate({ enabled: false })}>
                    Switch off
                  </Button>
                )}
              </Group>
            )}
            <ProblemNote problem={save.error} title="Nothing was changed" />
          </>
        )}
      </Answer>
    </Panel>
  );
}
