import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callQuery } from '../../../api/call-query.ts';
import { challengerCalls, type ReplaySettings, type Schedule } from '../../../api/deployment-settings.ts';
import { deploymentKey } from '../../../api/deployments.ts';
import { useChange } from '../../../api/use-change.ts';
import { Answer } from '../../../parts/answer.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { ScheduleFields } from '../../../parts/schedule/schedule-fields.tsx';
import { scheduleOf, scheduleText, USUAL } from '../../../parts/schedule/schedule-text.ts';

export function ReplaySchedule({ deploymentId, editable }: { deploymentId: string; editable: boolean }) {
  const settings = useQuery(callQuery(challengerCalls.replaySettings(deploymentId)));
  const [chosen, setChosen] = useState<Schedule | null>(scheduleOf(USUAL));
  const save = useChange((request: ReplaySettings) => challengerCalls.changeReplay(deploymentId, request), {
    refresh: [deploymentKey(deploymentId)],
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
                <ScheduleFields label="When" value={chosen} onChange={setChosen} />
                <Button
                  loading={save.isPending}
                  onClick={() => chosen && save.mutate({ enabled: true, schedule: chosen })}
                >
                  {enabled ? 'Change' : 'Switch on'}
                </Button>
                {enabled && (
                  <Button variant="default" onClick={() => save.mutate({ enabled: false })}>
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
