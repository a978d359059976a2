import { useQuery } from '@tanstack/react-query';
import { datasetKeys, datasetQueries, featureCalls, type Place } from '../../api/datasets.ts';
import { FeatureListDialog } from '../../parts/feature-list-dialog.tsx';

export function CreateFeaturelist({ place, onClose }: { place: Place; onClose: () => void }) {
  const features = useQuery(datasetQueries.allFeatures(place));
  return (
    <FeatureListDialog
      offered={(features.data ?? []).map(({ name }) => name)}
      call={({ name, features: chosen }) => featureCalls.createList(place.datasetId, { name, features: [...chosen] })}
      refresh={[datasetKeys.one(place.datasetId)]}
      onClose={onClose}
    />
  );
}
