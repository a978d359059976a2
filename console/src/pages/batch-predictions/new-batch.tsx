import { Modal, Stack, Switch } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { batchJobCalls, batchJobsKey } from '../../api/batch-predictions.ts';
import { send } from '../../api/send.ts';
import { sendFile } from '../../api/send-file.ts';
import { DeploymentPicker } from '../../parts/deployment-picker.tsx';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { DropZone } from '../../parts/upload/drop-zone.tsx';
import { UploadProgress } from '../../parts/upload/upload-progress.tsx';
import type { Sending } from '../../parts/upload/use-upload.ts';

/** A job, then its rows: it begins to answer while they still arrive. */
export function NewBatchDialog({ onClose }: { onClose: () => void }) {
  const [deploymentId, setDeploymentId] = useState('');
  const [everything, setEverything] = useState(true);
  const [sending, setSending] = useState<Sending>();
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: async (file: File) => {
      const batch = { deploymentId, maxExplanations: 0 };
      const job = await send(
        batchJobCalls.create({ ...batch, ...(everything ? { passthroughColumnsSet: 'all' } : {}) }),
      );
      const rows = new Blob([file], { type: 'text/csv' });
      const onProgress = (sent: number, size: number) => setSending({ name: file.name, sent, size });
      await sendFile(batchJobCalls.upload(job.id, file.name), rows, { onProgress });
    },
    onSuccess: onClose,
    onSettled: () => {
      setSending(undefined);
      return client.invalidateQueries({ queryKey: batchJobsKey });
    },
  });
  return (
    <Modal opened onClose={onClose} title="Predict a file" size="lg">
      <Stack>
        <DeploymentPicker value={deploymentId} onChange={setDeploymentId} placeholder="Which one answers" focus />
        <Switch
          label="Return all columns beside the answers"
          checked={everything}
          onChange={(event) => setEverything(event.currentTarget.checked)}
        />
        <DropZone
          label="Rows to predict"
          hint={deploymentId === '' ? 'Choose a deployment first' : 'CSV with a header line, of any length'}
          accept=".csv,text/csv"
          disabled={deploymentId === '' || begin.isPending}
          onFile={(file) => begin.mutate(file)}
        />
        {sending && <UploadProgress sending={sending} onCancel={onClose} />}
        <ProblemNote problem={begin.error} title="The file is not predicted" />
      </Stack>
    </Modal>
  );
}
