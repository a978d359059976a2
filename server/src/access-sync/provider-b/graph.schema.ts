import { z } from 'zod';

/** What we read of Graph's answers. Loose on purpose: fields we do not use may come and go. */
const Identity = z.looseObject({
  id: z.string().nullish(),
  email: z.string().nullish(),
  loginName: z.string().nullish(),
});

const IdentitySet = z.looseObject({
  user: Identity.nullish(),
  group: Identity.nullish(),
  application: Identity.nullish(),
  device: Identity.nullish(),
  siteUser: Identity.nullish(),
  siteGroup: Identity.nullish(),
  sharePointGroup: z.looseObject({ id: z.string().nullish(), principalId: z.string().nullish() }).nullish(),
});

export const Permission = z.looseObject({
  id: z.string(),
  roles: z.array(z.string()).nullish(),
  grantedToV2: IdentitySet.nullish(),
  grantedTo: IdentitySet.nullish(),
  grantedToIdentitiesV2: z.array(IdentitySet).nullish(),
  grantedToIdentities: z.array(IdentitySet).nullish(),
  link: z.looseObject({ scope: z.string().nullish(), type: z.string().nullish() }).nullish(),
  invitation: z.looseObject({ email: z.string().nullish() }).nullish(),
  expirationDateTime: z.string().nullish(),
});

export const DriveItem = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  eTag: z.string().nullish(),
  webUrl: z.string().nullish(),
  folder: z.looseObject({}).nullish(),
  package: z.looseObject({}).nullish(),
  root: z.looseObject({}).nullish(),
  deleted: z.looseObject({}).nullish(),
  shared: z.looseObject({}).nullish(),
  parentReference: z.looseObject({ id: z.string().nullish() }).nullish(),
  '@microsoft.graph.sharedChanged': z.union([z.string(), z.boolean()]).nullish(),
});

export const Collection = z.looseObject({
  value: z.array(z.unknown()),
  '@odata.nextLink': z.string().optional(),
  '@odata.deltaLink': z.string().optional(),
});

export const Site = z.looseObject({ id: z.string(), displayName: z.string().nullish(), name: z.string().nullish() });
export const Drive = z.looseObject({ id: z.string(), name: z.string().nullish() });

export const DirectoryObject = z.looseObject({
  '@odata.type': z.string().nullish(),
  id: z.string(),
  displayName: z.string().nullish(),
  mail: z.string().nullish(),
  userPrincipalName: z.string().nullish(),
  proxyAddresses: z.array(z.string()).nullish(),
  accountEnabled: z.boolean().nullish(),
  userType: z.string().nullish(),
  groupTypes: z.array(z.string()).nullish(),
});

export type Site = z.infer<typeof Site>;
export type Permission = z.infer<typeof Permission>;
export type DriveItem = z.infer<typeof DriveItem>;
export type IdentitySet = z.infer<typeof IdentitySet>;
export type DirectoryObject = z.infer<typeof DirectoryObject>;
