import { catalogue, invalidFields, type Problem } from '#platform/http/problem.ts';

export const GroupProblems = catalogue({
  noSuchGroup: {
    status: 404,
    code: 'accounts.no_such_group',
    message: (id: string) => `There is no group ${id} in your organization. GET groups/ lists the groups.`,
  },
  nameTaken: {
    status: 409,
    code: 'accounts.group_name_taken',
    message: (name: string) => `Your organization has a group ${JSON.stringify(name)} already. Choose another name.`,
  },
});

export const noSuchMembers = (places: readonly (readonly [number, string])[]): Problem =>
  invalidFields(
    Object.fromEntries(
      places.map(([index, name]) => [`users.${index}`, `There is no user ${name} in your organization`]),
    ),
  );
