import { useQuery } from '@tanstack/react-query';
import { settingsQueries } from '../../api/deployment-settings.ts';

/** The columns that figures are told apart by, as they are set. */
export function useSegments(deploymentId: string): readonly { readonly value: string; readonly label: string }[] {
  const analysis = useQuery(settingsQueries.settings(deploymentId)).data?.segmentAnalysis;
  if (!analysis?.enabled) return [];
  return [...analysis.attributes, ...analysis.customAttributes].map((name) => ({ value: name, label: name }));
}
