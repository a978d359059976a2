import { z } from 'zod';

/** What we read of the provider's answers; loose, because fields we do not use may come and go. */
export const Permission = z.looseObject({
  id: z.string(),
  type: z.string(),
  role: z.string().nullish(),
  emailAddress: z.string().nullish(),
  domain: z.string().nullish(),
  allowFileDiscovery: z.boolean().nullish(),
  expirationTime: z.string().nullish(),
  deleted: z.boolean().nullish(),
  view: z.string().nullish(),
  permissionDetails: z
    .array(z.looseObject({ inherited: z.boolean().nullish(), inheritedFrom: z.string().nullish() }))
    .nullish(),
});

export const File = z.looseObject({
  id: z.string(),
  name: z.string().nullish(),
  mimeType: z.string().nullish(),
  parents: z.array(z.string()).nullish(),
  driveId: z.string().nullish(),
  ownedByMe: z.boolean().nullish(),
  trashed: z.boolean().nullish(),
  permissions: z.array(Permission).nullish(),
  hasAugmentedPermissions: z.boolean().nullish(),
  inheritedPermissionsDisabled: z.boolean().nullish(),
  version: z.string().nullish(),
  webViewLink: z.string().nullish(),
});

export const FileList = z.looseObject({
  files: z.array(File).nullish(),
  nextPageToken: z.string().nullish(),
  incompleteSearch: z.boolean().nullish(),
});

export const Change = z.looseObject({
  changeType: z.string().nullish(),
  removed: z.boolean().nullish(),
  fileId: z.string().nullish(),
  file: File.nullish(),
});

export const ChangeList = z.looseObject({
  changes: z.array(Change).nullish(),
  nextPageToken: z.string().nullish(),
  newStartPageToken: z.string().nullish(),
});

export const Activity = z.looseObject({
  timestamp: z.string().nullish(),
  timeRange: z.looseObject({ endTime: z.string().nullish() }).nullish(),
  primaryActionDetail: z.looseObject({}).nullish(),
  targets: z.array(z.looseObject({ driveItem: z.looseObject({ name: z.string().nullish() }).nullish() })).nullish(),
});

export const User = z.looseObject({
  id: z.string(),
  primaryEmail: z.string(),
  aliases: z.array(z.string()).nullish(),
  nonEditableAliases: z.array(z.string()).nullish(),
  suspended: z.boolean().nullish(),
  archived: z.boolean().nullish(),
  name: z.looseObject({ fullName: z.string().nullish() }).nullish(),
});

export const Group = z.looseObject({
  id: z.string(),
  email: z.string(),
  name: z.string().nullish(),
  aliases: z.array(z.string()).nullish(),
  nonEditableAliases: z.array(z.string()).nullish(),
});

export const Member = z.looseObject({
  id: z.string().nullish(),
  email: z.string().nullish(),
  type: z.string().nullish(),
});

export const SharedDrive = z.looseObject({ id: z.string(), name: z.string().nullish() });

export const ActivityList = z.looseObject({
  activities: z.array(Activity).nullish(),
  nextPageToken: z.string().nullish(),
});

export type Permission = z.infer<typeof Permission>;
export type File = z.infer<typeof File>;
export type Activity = z.infer<typeof Activity>;
export type User = z.infer<typeof User>;
export type Group = z.infer<typeof Group>;
export type Member = z.infer<typeof Member>;

const PERMISSION = 'id,type,role,emailAddress,domain,allowFileDiscovery,expirationTime,deleted,view,permissionDetails';

/** Always asked for by name: without `domain` and `emailAddress` a grant means something else than it says. */
export const PERMISSION_FIELDS = `permissions(${PERMISSION}),nextPageToken`;
export const FILE_FIELDS = `id,name,mimeType,parents,driveId,ownedByMe,trashed,permissions(${PERMISSION}),hasAugmentedPermissions,inheritedPermissionsDisabled,version,webViewLink`;
