import { Button, Group, Stack, Text, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { deploymentKey } from '../../../api/deployments.ts';
import { begin, useFollow } from '../../../api/follow.ts';
import { type Actual, accuracyCalls } from '../../../api/monitoring.ts';
import { JobProgress } from '../../../parts/job-progress.tsx';
import { Panel } from '../../../parts/panel.tsx';
import { ProblemNote } from '../../../parts/problem-note.tsx';
import { DropZone } from '../../../parts/upload/drop-zone.tsx';
import { readActuals } from './actuals-file.ts';

const AT_ONCE = 10_000;
const EXAMPLE = '[{"associationId": "order-1", "actualValue": 12.5}]';

/** What really happened, typed or from a file. */
export function ReportActuals({ deploymentId }: { deploymentId: string }) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const report = useMutation({
    mutationFn: async (actuals: readonly Actual[]) => {
      let follow: string | undefined;
      for (let at = 0; at < actuals.length; at += AT_ONCE) {
        ({ follow } = await begin(accuracyCalls.report(deploymentId, actuals.slice(at, at + AT_ONCE))));
      }
      return { follow, count: actuals.length };
    },
  });
  const following = useFollow(report.data?.follow, { refresh: [deploymentKey(deploymentId)] });
  const take = (content: string) => {
    const read = readActuals(content);
    setProblem('problem' in read ? read.problem : undefined);
    if ('actuals' in read) report.mutate(read.actuals);
  };
  return (
    <Panel title="Upload actuals" intro="Each row needs the association ID of its prediction.">
      <Stack gap="md">
        <DropZone
          label="A file of actuals"
          hint="CSV or JSON with associationId and actualValue"
          accept=".csv,.json"
          disabled={report.isPending}
          onFile={(file) => void file.text().then(take)}
        />
        <Textarea
          label="Or as text"
          placeholder={EXAMPLE}
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          error={problem}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
        <ProblemNote problem={report.error} title="The actuals were not accepted" />
        <JobProgress of={following} what="Matching them with predictions" lasting />
        <Group justify="flex-end" gap="sm">
          {following.job?.state === 'done' && (
            <Text size="sm" role="status">
              {`${report.data?.count.toLocaleString('en')} actuals received`}
            </Text>
          )}
          <Button disabled={text.trim() === ''} loading={report.isPending} onClick={() => take(text)}>
            Upload
          </Button>
        </Group>
      </Stack>
    </Panel>
  );
}
