import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { fieldError } from '../../api/api-problem.ts';
import { useChange } from '../../api/use-change.ts';
import { type WorkloadSettingsChange, workloadCalls, workloadsKey } from '../../api/workloads.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { readHeaders } from './read-headers.ts';

/** What the service is told with every call. Nobody reads the values again, so all of them are written anew. */
export function HeadersDialog({ workloadId, onClose }: { workloadId: string; onClose: () => void }) {
  const [text, setText] = useState('');
  const read = readHeaders(text);
  const save = useChange((change: WorkloadSettingsChange) => workloadCalls.changeSettings(workloadId, change), {
    refresh: [workloadsKey],
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Headers of every call"
      onClose={onClose}
      submit={text.trim() === '' ? 'Take all of them away' : 'Replace the headers'}
      onSubmit={() =>
        typeof read !== 'string' && save.mutate({ headers: Object.keys(read).length === 0 ? null : read })
      }
      busy={save.isPending}
      problem={save.error}
      refused="Nothing was changed"
    >
      <Textarea
        label="Headers"
        description="One a line: a name, a colon and a value. They replace those that were set before"
        placeholder="X-Api-Key: 3f9a"
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        autosize
        minRows={3}
        spellCheck={false}
        classNames={{ input: 'code-input' }}
        data-autofocus
        error={typeof read === 'string' ? read : fieldError(save.error, 'headers')}
      />
    </FormDialog>
  );
}
