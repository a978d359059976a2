import { Button, Modal, Stack, Text } from '@mantine/core';
import { type CreatedPasswordReset, calls, type User } from '../../api/accounts.ts';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { Timestamp } from '../../parts/timestamp.tsx';

/** The owner of the account chooses the new password; nobody else ever knows it. */
export function ResetPassword({ user, onClose }: { user: User; onClose: () => void }) {
  const create = useChange(calls.createPasswordReset);
  if (create.data) return <Created user={user} reset={create.data} onClose={onClose} />;
  return (
    <FormDialog
      title={`Reset the password of ${user.username}`}
      onClose={onClose}
      submit="Create reset link"
      onSubmit={() => create.mutate(user.id)}
      busy={create.isPending}
      problem={create.error}
      refused="The reset link was not created"
    >
      <Text size="sm">
        {user.username} chooses a new password with a one-time link, which is mailed when a mail server is set and the
        account has an e-mail address. The current password works until then.
      </Text>
    </FormDialog>
  );
}

interface CreatedProps {
  readonly user: User;
  readonly reset: CreatedPasswordReset;
  readonly onClose: () => void;
}

function Created({ user, reset, onClose }: CreatedProps) {
  return (
    <Modal opened onClose={onClose} title={`Reset link for ${user.username}`} size="lg">
      <Stack>
        <Text size="sm">
          {reset.sentTo === null
            ? `Hand this link to ${user.username}, and to nobody else.`
            : `The link was sent to ${reset.sentTo}.`}{' '}
          It works once, until <Timestamp iso={reset.expiresAt} />.
        </Text>
        {reset.link === null ? (
          <Button onClick={onClose}>Close</Button>
        ) : (
          <SecretOnce secret={reset.link} what="reset link" onStored={onClose} />
        )}
      </Stack>
    </Modal>
  );
}
