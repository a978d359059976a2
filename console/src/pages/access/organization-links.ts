/** What links for the whole organization may mean here. The first is what a connection begins with. */
export const organizationLinkChoices = [
  {
    value: 'deny',
    label: 'Give access to nobody (default)',
    description:
      'At the provider such a link opens the document for members who were sent it; it does not say who they are. ' +
      'Nobody gets to read a document here because of it.',
  },
  {
    value: 'tenant',
    label: 'Give access to every member',
    description:
      'Every member of the organization, guests excepted, can read every document that has such a link, also those ' +
      'who were never sent it. Choose it only if these links are meant for everybody.',
  },
] as const;

/** Why a grant does not count: in the provider's words, by its date, or by the setting above. */
export function whyNotCounted(
  grant: { readonly ignored: string | null; readonly organizationLink: boolean; readonly expiresAt: string | null },
  now: Date,
): string {
  if (grant.ignored !== null) return `no: ${grant.ignored}`;
  if (grant.expiresAt !== null && new Date(grant.expiresAt) <= now) return 'no: expired';
  return grant.organizationLink ? 'no: organization-wide links give access to nobody in this connection' : 'no';
}
