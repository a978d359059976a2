import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { ApiCall } from '../../api/call.ts';
import { sendFile } from '../../api/send-file.ts';

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
