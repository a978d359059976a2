import { Button, Group, Progress, Text, VisuallyHidden } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type DragEvent, useId, useRef, useState } from 'react';
import type { ApiCall } from '../api/call.ts';
import type { Following } from '../api/follow.ts';
import { sendFile } from '../api/send.ts';
import { Allowed, HeadButton, RowButton } from './actions.tsx';
import { bytes } from './format.ts';
import { Icon } from './icons.tsx';
import { ProblemNote } from './panel.tsx';
import { Dimmed, Small, Strong } from './text.tsx';

interface DropZoneProps {
  /** What the file is for: `A dataset`. Names the field. */
  readonly label: string;
  /** What may be dropped: `CSV, Parquet or XLSX, up to 5 GB`. */
  readonly hint: string;
  readonly onFile: (file: File) => void;
  readonly disabled?: boolean;
  /** As in an input of the browser: `.csv,.parquet`. Only narrows what the file chooser offers. */
  readonly accept?: string;
}

/** Drop a file on it, or choose one with the button. */
export function DropZone({ label, hint, onFile, disabled = false, accept }: DropZoneProps) {
  const input = useRef<HTMLInputElement>(null);
  const [over, setOver] = useState(false);
  const id = useId();
  const drag = (event: DragEvent) => {
    event.preventDefault();
    if (!disabled) setOver(event.type === 'dragover' || event.type === 'dragenter');
  };
  return (
    <section
      aria-label={label}
      className="drop-zone"
      data-over={over}
      onDragEnter={drag}
      onDragOver={drag}
      onDragLeave={drag}
      onDrop={(event) => {
        drag(event);
        const file = event.dataTransfer.files[0];
        if (file && !disabled) onFile(file);
      }}
    >
      <Group gap="md" justify="center">
        <Icon name="upload" size={26} />
        <div>
          <Strong>Drop a file here</Strong>
          <Small id={id}>{hint}</Small>
        </div>
        <HeadButton label="Choose a file" disabled={disabled} onClick={() => input.current?.click()} />
      </Group>
      <VisuallyHidden>
        <input
          ref={input}
          type="file"
          tabIndex={-1}
          aria-label={label}
          aria-describedby={id}
          disabled={disabled}
          {...(accept ? { accept } : {})}
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) onFile(file);
          }}
        />
      </VisuallyHidden>
    </section>
  );
}

/** Bytes on their way to the server. */
export function UploadProgress({ sending, onCancel }: { sending: Sending; onCancel: () => void }) {
  const { name, sent, size } = sending;
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Strong truncate>{`Sending ${name}`}</Strong>
        <RowButton label="Cancel" of={`sending ${name}`} onClick={onCancel} />
      </Group>
      <Group gap="sm" wrap="nowrap" mt={4}>
        <Progress
          value={size === 0 ? 100 : (sent / size) * 100}
          size="sm"
          flex={1}
          aria-label={`Progress of sending ${name}`}
        />
        <Text size="xs" ta="right" className="number" style={{ whiteSpace: 'nowrap' }}>
          {`${bytes(sent)} of ${bytes(size)}`}
        </Text>
      </Group>
    </div>
  );
}

export interface Sending {
  readonly name: string;
  readonly sent: number;
  readonly size: number;
}

/** One upload at a time. `sending` is there while bytes leave; cancelling is no failure. */
export function useUpload<Reply>(
  make: (fileName: string) => ApiCall<Reply>,
  onDone: (reply: Reply, file: File) => void,
) {
  const [sending, setSending] = useState<Sending>();
  const stop = useRef<AbortController>(undefined);
  const upload = useMutation({
    mutationFn: (file: File) => {
      stop.current = new AbortController();
      const tell = (sent: number) => setSending({ name: file.name, sent, size: file.size });
      tell(0);
      return sendFile(make(file.name), file, { onProgress: tell, signal: stop.current.signal });
    },
    onSuccess: onDone,
    onSettled: () => setSending(undefined),
  });
  return {
    start: upload.mutate,
    sending,
    cancel: () => stop.current?.abort(),
    problem: stop.current?.signal.aborted ? null : upload.error,
  };
}

interface UploadFieldProps<Reply> extends Pick<DropZoneProps, 'label' | 'hint'> {
  readonly call: (fileName: string) => ApiCall<Reply>;
  readonly onDone: (reply: Reply, file: File) => void;
  /** The heading of a refusal. */
  readonly refused?: string;
}

/** A file that is sent as soon as it is there; only for those who may send it. */
export function UploadField<Reply>({
  call,
  onDone,
  refused = 'The file was not sent',
  ...zone
}: UploadFieldProps<Reply>) {
  const { start, sending, cancel, problem } = useUpload(call, onDone);
  return (
    <Allowed needs={call('')}>
      <DropZone {...zone} onFile={(file) => start(file)} disabled={sending !== undefined} />
      {sending && <UploadProgress sending={sending} onCancel={cancel} />}
      <ProblemNote problem={problem} title={refused} />
    </Allowed>
  );
}

interface JobProgressProps {
  readonly of: Following;
  /** What is being done: `Reading sales.csv`. */
  readonly what: string;
  /** The heading when it fails: `The file was not read`. */
  readonly refused?: string;
  /** Work whose result is not wanted any more can be stopped, unless this says otherwise. */
  readonly lasting?: boolean;
}

/** Long work while it runs, and why it ended when it failed. Nothing to show before it began and after it is done. */
export function JobProgress({ of, what, refused = `${what}: that did not work`, lasting = false }: JobProgressProps) {
  const { job, problem, cancel, cancelling } = of;
  if (problem) return <ProblemNote problem={problem} title={`${what}: its progress is unknown`} />;
  if (job === undefined || job.state === 'done') return null;
  if (job.state === 'failed') return <ProblemNote problem={new Error(job.message ?? NO_REASON)} title={refused} />;
  if (job.state === 'cancelled') {
    return <Dimmed role="status">{`${what}: cancelled, and what was done so far is discarded.`}</Dimmed>;
  }
  const percent = Math.round((job.progress ?? 0) * 100);
  return (
    <div>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Strong truncate>{what}</Strong>
        {!lasting && (
          <Button
            size="compact-xs"
            variant="subtle"
            className="danger"
            onClick={cancel}
            loading={cancelling}
            aria-label={`Cancel: ${what}`}
          >
            Cancel
          </Button>
        )}
      </Group>
      <Group gap="sm" wrap="nowrap" mt={4}>
        <Progress
          value={job.progress === undefined ? 100 : percent}
          animated={job.progress === undefined}
          size="sm"
          flex={1}
          aria-label={`Progress of ${what}`}
        />
        <Text size="xs" miw={38} ta="right" className="number">
          {job.state === 'waiting' ? 'waiting' : job.progress === undefined ? 'running' : `${percent} %`}
        </Text>
      </Group>
      {job.message && <Small mt={4}>{job.message}</Small>}
    </div>
  );
}

const NO_REASON = 'It ended without a reason. Try again; if it stays, tell your administrator.';
