import { Text, Tooltip } from '@mantine/core';
import { inLocalTime, inUtc } from './format.ts';

/** UTC on the page, the reader's own time on hover. */
export function Timestamp({ iso, none = 'never' }: { iso: string | null; none?: string }) {
  if (iso === null) {
    return (
      <Text span size="sm" c="dimmed">
        {none}
      </Text>
    );
  }
  return (
    <Tooltip label={`Your time: ${inLocalTime(iso)}`}>
      <time dateTime={iso} className="timestamp">
        {inUtc(iso)}
      </time>
    </Tooltip>
  );
}
