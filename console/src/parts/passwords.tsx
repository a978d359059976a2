import { Anchor, Checkbox, Group, PasswordInput, Progress, Stack, Text, TextInput } from '@mantine/core';
import type { Revoking as Choice, Factor } from '../api/accounts.ts';
import { passwordStrength } from './password-strength.ts';

interface NewPasswordProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly username: string;
  readonly error?: string | undefined;
  readonly label?: string;
}

const colors = ['red.7', 'orange.7', 'yellow.7', 'almanac.6', 'almanac.7'] as const;

/** A password somebody is making up, with a hint how good it is. */
export function NewPassword({ value, onChange, username, error, label = 'Password' }: NewPasswordProps) {
  const { score, label: strength, advice } = passwordStrength(value, username);
  return (
    <div>
      <PasswordInput
        label={label}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        autoComplete="new-password"
        required
        error={error}
        visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
      />
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
          <Text size="xs" c="dimmed" mt={4}>
            {advice}
          </Text>
        </div>
      )}
    </div>
  );
}

interface PresentPasswordProps {
  readonly value: string;
  readonly onChange: (password: string) => void;
  readonly error?: string | undefined;
  readonly label?: string;
}

/** The password somebody has, typed again to prove who they are. */
export function PresentPassword({ value, onChange, error, label = 'Password' }: PresentPasswordProps) {
  return (
    <PasswordInput
      label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      autoComplete="current-password"
      required
      data-autofocus
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': 'Show the password' }}
    />
  );
}

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
        <TextInput
          key="totp"
          label="Code from your authenticator app"
          description="Six digits, new every 30 seconds"
          value={factor.totpCode}
          onChange={(event) => onChange({ totpCode: event.currentTarget.value.replace(/\D/g, '').slice(0, 6) })}
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9]{6}"
          title="six digits"
          required
          autoFocus={autoFocus}
        />
      ) : (
        <TextInput
          key="recovery"
          label="Recovery code"
          description="Each of them works once"
          value={factor.recoveryCode}
          onChange={(event) => onChange({ recoveryCode: event.currentTarget.value.trim() })}
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
