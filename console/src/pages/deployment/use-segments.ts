import { useQuery } from '@tanstack/react-query';
import { callQuery } from '../../api/call-query.ts';
import { settingsCalls } from '../../api/deployment-settings.ts';

/** The columns that figures are told apart by, as they are set. */
export function useSegments(deploymentId: string): readonly { readonly value: string; readonly label: string }[] {
  const analysis = useQuery(callQuery(settingsCalls.settings(deploymentId))).data?.segmentAnalysis;
  if (!analysis?.enabled) return [];
  return [...analysis.attributes, ...analysis.customAttributes].map((name) => ({ value: name, label: name }));
}
