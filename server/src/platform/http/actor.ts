export type Role = 'admin' | 'user';

/** The caller. Created by the accounts module; the first line of every service function decides on it. */
export interface Actor {
  readonly userId: string;
  readonly username: string;
  readonly organizationId: string;
  readonly role: Role;
  readonly permissions: ReadonlySet<string>;
  readonly accountCreatedAt: Date;
  /** The deployment on whose behalf they ask: its agent's key was used. */
  readonly deploymentId?: string;
  /** How the caller proved who they are; `session` is the console's cookie. */
  readonly via: 'key' | 'token' | 'session' | 'basic' | 'job';
}
