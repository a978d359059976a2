/** Timestamps are ISO texts with `Z`. */
type Timestamp = string;

export interface Page<Item> {
  readonly count: number;
  readonly next: string | null;
  readonly previous: string | null;
  readonly data: readonly Item[];
  readonly totalCount: number;
}

export interface Account {
  readonly uid: string;
  readonly username: string;
  readonly role: Role;
  /** Whether a second factor is asked for. */
  readonly secondFactor: boolean;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly orgId: string;
  readonly tenantId: string | null;
  readonly language: string;
  readonly permissions: Readonly<Record<string, boolean>>;
}

export type Role = 'admin' | 'user';

export interface User {
  readonly id: string;
  readonly username: string;
  readonly email: string | null;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly language: string;
  readonly orgId: string;
  readonly role: Role;
  readonly permissions: readonly string[];
  readonly createdAt: Timestamp;
  readonly disabled: boolean;
}

export interface NewUser {
  readonly username: string;
  readonly password: string;
  readonly email?: string;
  readonly firstName?: string;
  readonly lastName?: string;
  readonly role: Role;
}

export interface UserChange {
  readonly password?: string;
  readonly email?: string | null;
  readonly firstName?: string | null;
  readonly lastName?: string | null;
  readonly role?: Role;
  readonly disabled?: boolean;
}

export interface Group {
  readonly id: string;
  readonly name: string;
  readonly orgId: string;
  readonly description: string | null;
  readonly email: string | null;
  readonly membersCount: number;
  readonly createdAt: Timestamp;
}

export interface GroupText {
  readonly name: string;
  readonly description?: string | null;
}

export interface Member {
  readonly userId: string;
  readonly username: string;
  readonly firstName: string | null;
  readonly lastName: string | null;
}

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Timestamp;
}

export interface Version {
  readonly major: number;
  readonly minor: number;
  readonly versionString: string;
}

export interface Setup {
  readonly needed: boolean;
}

export interface ApiKey {
  readonly id: string;
  readonly name: string;
  readonly prefix: string;
  readonly createdAt: Timestamp;
  readonly expireAt: Timestamp | null;
  readonly lastUsed: Timestamp | null;
}

export interface CreatedApiKey extends ApiKey {
  /** The secret itself, in this one answer only. */
  readonly key: string;
}

export interface ApiToken {
  readonly api_token: string;
}

export interface CreatedPasswordReset {
  /** Where the link was mailed to; null when it has to be handed over. */
  readonly sentTo: string | null;
  readonly link: string | null;
  readonly expiresAt: string;
}

export interface SecondFactorEnrolment {
  readonly otpauthUri: string;
  readonly secret: string;
  readonly recoveryCodes: readonly string[];
}

type JobStatus = 'INITIALIZED' | 'RUNNING' | 'COMPLETED' | 'ERROR' | 'ABORTED' | 'EXPIRED';

export interface Job {
  readonly statusId: string;
  readonly status: JobStatus;
  readonly code: number;
  readonly message: string | null;
  readonly description: string | null;
  readonly statusType: string | null;
  readonly created: Timestamp;
  /** 0 to 1. */
  readonly progress: number;
}
