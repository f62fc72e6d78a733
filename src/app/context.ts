import type { Clock, Ids } from '../domain/clock.ts';
import type { FactoryDiscovery } from '../providers/cloud/factory-discovery.ts';
import type { Poster } from '../providers/webhooks/poster.ts';
import type { Storage } from '../storage/storage.ts';
import type { ExecutorIdentity } from './access/identify-executor.ts';
import type { Seal } from './access/seal.ts';
import type { Billing } from './billing/billing-providers.ts';
import type { CursorCodec } from './cursor.ts';
import type { InstallerLinks } from './environment/installer-links.ts';
import type { EventSignal } from './events/event-signal.ts';
import type { StreamPlaces } from './events/stream-places.ts';
import type { Relays } from './evidence/relay.ts';
import type { WorkSignal } from './execution/work-signal.ts';
import type { InvitationSecrets } from './invitations/invitation-secret.ts';
import type { RunEvent } from './runs/run-event.ts';
import type { SourceSecrets } from './sources/source-secrets.ts';
import type { WebhookSecrets } from './webhooks/webhook-secrets.ts';

/** What every use case works with. */
export interface AppContext {
  readonly storage: Storage;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly cursors: CursorCodec;
  readonly invitationSecrets: InvitationSecrets;
  readonly sourceSecrets: SourceSecrets;
  readonly relays: Relays;
  readonly workSignal: WorkSignal;
  readonly eventSignal: EventSignal;
  /** Calls the receivers of webhooks and messages. */
  readonly poster: Poster;
  readonly webhookSecrets: WebhookSecrets;
  /** Of the addresses of chats. */
  readonly notificationSeal: Seal;
  readonly streamPlaces: StreamPlaces;
  readonly installerLinks: InstallerLinks;
  readonly billing: Billing;
  /** Null where no cloud is configured. */
  readonly discovery: FactoryDiscovery | null;
  /** Told of every Run that was submitted or has ended. */
  readonly onRunEvent: (event: RunEvent) => void;
  readonly settings: AppSettings;
}

export interface AppSettings {
  readonly publicUrl: string;
  readonly trialDays: number;
  readonly invitationMaxDays: number;
  /** Whether a mail provider is configured; without one nothing is delivered. */
  readonly mailConfigured: boolean;
  /** Applications that may do the work of every Organization: the embedded executor, and those that are configured. */
  readonly executorIdentities: readonly ExecutorIdentity[];
  /** Where other replicas of the service reach this one. */
  readonly replicaUrl: string;
  /** How long a request to browse a source waits for an executor. */
  readonly browseWaitMs: number;
  readonly environments: EnvironmentSettings;
}

/** What the installers of execution environments are made with. */
export interface EnvironmentSettings {
  readonly executorImage: string;
  /** The audience of the executor's tokens. */
  readonly audience: string;
  /** The Azure portal, which opens installers. */
  readonly portalUrl: string;
  /** How long an executor may take to call before provisioning has failed. */
  readonly provisioningMinutes: number;
}
