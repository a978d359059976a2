import { Checkbox, Stack } from '@mantine/core';
import type { Revoking as Choice } from '../api/accounts.ts';

interface RevokingProps {
  readonly choice: Choice;
  readonly onChange: (choice: Choice) => void;
}

export const NOTHING_REVOKED: Choice = { revokeApiKeys: false, revokeApiToken: false };

/** What may end together with the old password: whoever knew it may have made keys. */
export function Revoking({ choice, onChange }: RevokingProps) {
  return (
    <Stack gap="xs">
      <Checkbox
        label="Also revoke all API keys"
        description="Programs that use them stop working"
        checked={choice.revokeApiKeys}
        onChange={(event) => onChange({ ...choice, revokeApiKeys: event.currentTarget.checked })}
      />
      <Checkbox
        label="Also replace the API token"
        description="The old token stops working"
        checked={choice.revokeApiToken}
        onChange={(event) => onChange({ ...choice, revokeApiToken: event.currentTarget.checked })}
      />
    </Stack>
  );
}
