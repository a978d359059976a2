import type { AssociationMetric } from './association.rules.ts';
import type { Pair } from './association-task.ts';

/** Features that say this much about each other belong together. */
const TOGETHER = 0.5;

/** The matrix as clients draw it: pairs with their strength, features with their places in several orders. */
export function matrixOf(pairs: readonly Omit<Pair, 'values'>[], metric: string) {
  const strengths = pairs.flatMap(({ features: [feature1, feature2], statistics }) => {
    const statistic = statistics[metric as AssociationMetric];
    return statistic === undefined ? [] : [{ feature1, feature2, statistic }];
  });
  const names = [...new Set(pairs.flatMap(({ features }) => features))];
  const strongest = (name: string) =>
    Math.max(
      0,
      ...strengths
        .filter((one) => one.feature1 === name || one.feature2 === name)
        .map((one) => Math.abs(one.statistic)),
    );
  const reach = new Map(names.map((name) => [name, strongest(name)]));
  const byStrength = [...names].sort((a, b) => (reach.get(b) ?? 0) - (reach.get(a) ?? 0));
  const byName = [...names].sort();
  const cluster = clustersOf(names, strengths);
  const byCluster = [...names].sort((a, b) => (cluster.get(a) ?? names.length) - (cluster.get(b) ?? names.length));
  return {
    strengths,
    features: names.map((feature, importanceSortIndex) => {
      const clusterId = cluster.get(feature);
      return {
        feature,
        alphabeticSortIndex: byName.indexOf(feature),
        strengthSortIndex: byStrength.indexOf(feature),
        // Pairs were made of the features in the order of their importance.
        importanceSortIndex,
        clusterSortIndex: byCluster.indexOf(feature),
        ...(clusterId === undefined ? {} : { clusterId, clusterName: `Cluster ${clusterId}` }),
      };
    }),
  };
}

/** Features that are tied to each other, directly or through others; those on their own belong to none. */
function clustersOf(
  names: readonly string[],
  strengths: readonly { readonly feature1: string; readonly feature2: string; readonly statistic: number }[],
): Map<string, number> {
  const ties = strengths.filter(({ statistic }) => Math.abs(statistic) >= TOGETHER);
  const found = new Map<string, number>();
  let next = 1;
  for (const name of names) {
    if (found.has(name) || ties.every(({ feature1, feature2 }) => feature1 !== name && feature2 !== name)) continue;
    const waiting = [name];
    for (let at = waiting.pop(); at !== undefined; at = waiting.pop()) {
      if (found.has(at)) continue;
      found.set(at, next);
      for (const { feature1, feature2 } of ties) {
        if (feature1 === at) waiting.push(feature2);
        if (feature2 === at) waiting.push(feature1);
      }
    }
    next += 1;
  }
  return found;
}
