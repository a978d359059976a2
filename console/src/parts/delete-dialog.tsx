import { type NavigateOptions, useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ApiCall } from '../api/call.ts';
import { useChange } from '../api/use-change.ts';
import { ConfirmDialog } from './confirm-dialog.tsx';

interface DeleteDialogProps {
  readonly name: string;
  /** What it is: `recipe`. */
  readonly kind: string;
  readonly call: ApiCall<unknown>;
  readonly refresh?: readonly (readonly string[])[];
  /** What must not be asked for again. */
  readonly forget?: readonly (readonly string[])[];
  /** Where to go from the page of a thing that is gone; a row of a list just closes the dialog. */
  readonly to?: NavigateOptions['to'];
  readonly onClose: () => void;
  /** What goes with it, what stays, and whether it can be brought back. */
  readonly children: ReactNode;
}

/** Asks, deletes, and leaves the page of what is gone. */
export function DeleteDialog({ name, kind, call, to, onClose, children, ...kept }: DeleteDialogProps) {
  const navigate = useNavigate();
  const remove = useChange(() => call, {
    ...kept,
    onDone: () => (to === undefined ? onClose() : void navigate({ to } as NavigateOptions)),
  });
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      title={`Delete ${name}?`}
      confirm={`Delete the ${kind}`}
      onConfirm={() => remove.mutate(undefined)}
      busy={remove.isPending}
      problem={remove.error}
    >
      {children}
    </ConfirmDialog>
  );
}
