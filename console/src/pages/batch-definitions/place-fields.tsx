import { Select, TextInput } from '@mantine/core';
import type { BatchPlace } from '../../api/batch-predictions.ts';
import { addressOf, placeText } from './definition-form.ts';

interface PlaceFieldsProps {
  readonly label: string;
  readonly places: readonly { readonly value: string; readonly label: string }[];
  readonly place: BatchPlace;
  readonly onPlace: (place: BatchPlace) => void;
  readonly error: string | undefined;
}

/** Where rows come from or answers go. Another kind of place, set through the API, is offered as it is. */
export function PlaceFields({ label, places, place, onPlace, error }: PlaceFieldsProps) {
  const address = addressOf(place);
  const known = places.some(({ value }) => value === place.type);
  return (
    <>
      <Select
        label={label}
        data={[...places, ...(known ? [] : [{ value: place.type, label: placeText(place) }])]}
        value={place.type}
        allowDeselect={false}
        onChange={(type) => type !== null && type !== place.type && onPlace({ type })}
      />
      {address && (
        <TextInput
          label={`${address.label} (${label.toLowerCase()})`}
          placeholder={address.placeholder}
          value={place.url ?? ''}
          onChange={(event) => onPlace({ ...place, url: event.currentTarget.value })}
          required
          error={error}
        />
      )}
    </>
  );
}
