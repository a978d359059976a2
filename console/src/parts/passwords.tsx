import { Anchor, Group, Progress, Stack, Text } from '@mantine/core';
import type { Revoking as Choice, Factor } from '../api/accounts.ts';
import { Check, PasswordField, TextField } from './fields.tsx';
import { passwordStrength } from './password-strength.ts';
import { Small } from './text.tsx';

interface PasswordProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly label?: string;
  readonly field?: string;
}

const colors = ['red.7', 'orange.7', 'yellow.7', 'almanac.6', 'almanac.7'] as const;

/** A password somebody is making up, with a hint how good it is. */
export function NewPassword({ username, ...field }: PasswordProps & { readonly username: string }) {
  const { value } = field;
  const { score, label: strength, advice } = passwordStrength(value, username);
  return (
    <div>
      <PasswordField label="Password" autoComplete="new-password" required {...field} />
      {value !== '' && (
        <div aria-live="polite">
          <Group gap="sm" mt={8} wrap="nowrap">
            <Progress
              value={(score + 1) * 20}
              color={colors[score]}
              size="sm"
              flex={1}
              aria-label="Password strength"
            />
            <Text size="xs" w={64} ta="right">
              {strength}
            </Text>
          </Group>
          <Small mt={4}>{advice}</Small>
        </div>
      )}
    </div>
  );
}

/** The password somebody has, typed again to prove who they are. */
export const PresentPassword = (props: PasswordProps) => (
  <PasswordField label="Password" autoComplete="current-password" required data-autofocus {...props} />
);

export const NOTHING_REVOKED: Choice = { revokeApiKeys: false, revokeApiToken: false };

/** What may end together with the old password: whoever knew it may have made keys. */
export function Revoking({ choice, onChange }: { choice: Choice; onChange: (choice: Choice) => void }) {
  return (
    <Stack gap="xs">
      <Check
        label="Also revoke all API keys"
        description="Programs that use them stop working"
        checked={choice.revokeApiKeys}
        onChange={(on) => onChange({ ...choice, revokeApiKeys: on })}
      />
      <Check
        label="Also replace the API token"
        description="The old token stops working"
        checked={choice.revokeApiToken}
        onChange={(on) => onChange({ ...choice, revokeApiToken: on })}
      />
    </Stack>
  );
}

interface FactorInputProps {
  readonly factor: Factor;
  readonly onChange: (factor: Factor) => void;
  readonly autoFocus?: boolean;
}

/** A code from the authenticator app, or one of the recovery codes. */
export function FactorInput({ factor, onChange, autoFocus = false }: FactorInputProps) {
  const byApp = 'totpCode' in factor;
  return (
    <div>
      {byApp ? (
        <TextField
          key="totp"
          label="Code from your authenticator app"
          description="Six digits, new every 30 seconds"
          value={factor.totpCode}
          onChange={(text) => onChange({ totpCode: text.replace(/\D/g, '').slice(0, 6) })}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          title="six digits"
          required
          autoFocus={autoFocus}
        />
      ) : (
        <TextField
          key="recovery"
          label="Recovery code"
          description="Each of them works once"
          value={factor.recoveryCode}
          onChange={(text) => onChange({ recoveryCode: text.trim() })}
          autoComplete="off"
          autoCapitalize="none"
          required
          autoFocus
        />
      )}
      <Anchor
        component="button"
        type="button"
        size="sm"
        mt={6}
        onClick={() => onChange(byApp ? { recoveryCode: '' } : { totpCode: '' })}
      >
        {byApp ? 'Use a recovery code instead' : 'Use the authenticator app instead'}
      </Anchor>
    </div>
  );
}
