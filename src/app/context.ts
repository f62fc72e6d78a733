import type { Clock, Ids } from '../domain/clock.ts';
import type { Storage } from '../storage/storage.ts';
import type { CursorCodec } from './cursor.ts';
import type { InvitationSecrets } from './invitations/invitation-secret.ts';

/** What every use case works with. */
export interface AppContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly cursors: CursorCodec;
  readonly invitationSecrets: InvitationSecrets;
  readonly settings: AppSettings;
}

export interface AppSettings {
  readonly publicUrl: string;
  readonly trialDays: number;
  readonly invitationMaxDays: number;
  /** Whether a mail provider is configured; without one nothing is delivered. */
  readonly mailConfigured: boolean;
}
