import { Modal } from '@mantine/core';
import { type RoleName, SharedWith } from './shared-with.tsx';

interface ShareDialogProps {
  readonly name: string;
  /** Of the shared thing, below `/api/v2/`: `datasets/6f.../`. */
  readonly path: string;
  /** Where they are not owner, editor and consumer. */
  readonly roles?: readonly RoleName[];
  readonly onClose: () => void;
}

export function ShareDialog({ name, path, roles, onClose }: ShareDialogProps) {
  return (
    <Modal opened onClose={onClose} title={`Share ${name}`} size="lg">
      <SharedWith path={path} roles={roles} />
    </Modal>
  );
}
