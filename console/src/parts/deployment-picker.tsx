import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../api/call-query.ts';
import { deploymentCalls, deploymentQueries } from '../api/deployments.ts';
import { SearchedSelect, useTyped } from './searched-select.tsx';

interface DeploymentPickerProps {
  readonly value: string;
  readonly onChange: (deploymentId: string) => void;
  readonly placeholder?: string;
  readonly error?: string | undefined;
  readonly focus?: boolean;
}

const FIRST = { offset: 0, limit: 100 };

/** One of the deployments somebody can see; typing searches all of them. */
export function DeploymentPicker({ value, onChange, ...more }: DeploymentPickerProps) {
  const [search, onSearch] = useTyped();
  const found = useQuery(callQuery(deploymentCalls.list(search === '' ? FIRST : { ...FIRST, search })));
  const listed = found.data?.data.map(({ id, label }) => ({ value: id, label }));
  const unlisted = value !== '' && listed !== undefined && !listed.some((one) => one.value === value);
  const chosen = useQuery({ ...deploymentQueries.get(value), enabled: unlisted });
  return (
    <SearchedSelect
      label="Deployment"
      what="deployment"
      value={value}
      onChange={onChange}
      onSearch={onSearch}
      found={listed}
      chosen={unlisted ? { value, label: chosen.data?.label ?? value } : undefined}
      {...more}
    />
  );
}
