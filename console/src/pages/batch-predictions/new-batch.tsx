import { Modal, Select, Stack, Switch } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { batchJobCalls, batchJobsKey } from '../../api/batch-predictions.ts';
import { deploymentQueries } from '../../api/deployments.ts';
import { send } from '../../api/send.ts';
import { sendFile } from '../../api/send-file.ts';
import { ProblemNote } from '../../parts/problem-note.tsx';
import { DropZone } from '../../parts/upload/drop-zone.tsx';
import { UploadProgress } from '../../parts/upload/upload-progress.tsx';
import type { Sending } from '../../parts/upload/use-upload.ts';

/** A job, then its rows: it begins to answer while they still arrive. */
export function NewBatchDialog({ onClose }: { onClose: () => void }) {
  const [deploymentId, setDeploymentId] = useState<string | null>(null);
  const [everything, setEverything] = useState(true);
  const [sending, setSending] = useState<Sending>();
  const deployments = useQuery(deploymentQueries.list({ offset: 0, limit: 100 }));
  const client = useQueryClient();
  const begin = useMutation({
    mutationFn: async (file: File) => {
      const batch = { deploymentId: deploymentId ?? '', maxExplanations: 0 };
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
        <Select
          label="Deployment"
          placeholder="Which one answers"
          data={deployments.data?.data.map(({ id, label }) => ({ value: id, label })) ?? []}
          value={deploymentId}
          onChange={setDeploymentId}
          searchable
          required
          data-autofocus
        />
        <Switch
          label="Return all columns beside the answers"
          checked={everything}
          onChange={(event) => setEverything(event.currentTarget.checked)}
        />
        <DropZone
          label="Rows to predict"
          hint={deploymentId === null ? 'Choose a deployment first' : 'CSV with a header line, of any length'}
          accept=".csv,text/csv"
          disabled={deploymentId === null || begin.isPending}
          onFile={(file) => begin.mutate(file)}
        />
        {sending && <UploadProgress sending={sending} onCancel={onClose} />}
        <ProblemNote problem={begin.error} title="The file is not predicted" />
      </Stack>
    </Modal>
  );
}
