import { ActionIcon, CopyButton, Tooltip } from '@mantine/core';
import { Icon } from './icons.tsx';

export function CopyText({ text, label }: { text: string; label: string }) {
  return (
    <CopyButton value={text} timeout={2000}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? 'Copied' : label}>
          <ActionIcon
            variant="subtle"
            color={copied ? 'almanac' : 'gray'}
            onClick={copy}
            aria-label={copied ? 'Copied' : label}
          >
            <Icon name={copied ? 'check' : 'copy'} />
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}
