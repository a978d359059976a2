import type { Random } from '../core/random.ts';
import { AUTO } from '../estimators/tuning.ts';
import type { ParameterGrid } from './blueprint.ts';

type Params = Readonly<Record<string, unknown>>;

/** Parameters with one of them chosen. The strength of a penalty is searched by the fit itself where it is `auto`. */
export function withValue(params: Params, param: string, value: unknown): Params {
  const { [param]: _, ...rest } = params;
  const selection = param === 'strength' ? { selection: value === AUTO ? 'path' : 'fixed' } : {};
  return { ...rest, ...selection, ...(value === AUTO ? {} : { [param]: value }) };
}

/** All combinations of a grid in a fixed order, or `most` of them drawn at random without a repeat. */
export function combinations(params: Params, { values, most }: ParameterGrid, random: Random): Params[] {
  const axes = Object.entries(values);
  const total = axes.reduce((product, [, list]) => product * list.length, 1);
  const places = new Set<number>();
  if (total <= most) for (let at = 0; at < total; at += 1) places.add(at);
  const draw = random.fork('combinations');
  while (places.size < Math.min(total, most)) places.add(Math.floor(draw.next() * total));
  return [...places].map((place) => {
    let rest = place;
    return axes.reduce((made, [param, list]) => {
      const value = list[rest % list.length];
      rest = Math.floor(rest / list.length);
      return withValue(made, param, value);
    }, params);
  });
}
