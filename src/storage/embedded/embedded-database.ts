import pg from 'pg';
import { defaultTemplate, placeNewCluster } from './cluster-template.ts';
import { directoryUnusable, isDirectory, isOfFileSystem, prepareDataDirectory } from './data-directory.ts';
import { ExclusiveLock } from './exclusive-lock.ts';
import { maintain, scheduleMaintenance } from './maintenance.ts';
import { Session } from './session.ts';
import { type AdminHandle, adminHandle, serviceHandle, type TransactionHandle } from './session-handle.ts';
import { requireReadableCluster, requireTestedEngine } from './version-stamp.ts';

export interface EmbeddedDatabaseOptions {
  /** The directory of the database, for example `.plumbline/database`. Created, with mode 0700, if it is missing. */
  readonly dataDir: string;
  /** Called with one line of text when opening takes long enough for a person to wonder. */
  readonly onProgress?: (text: string) => void;
  /**
   * The role that every transaction of `service` runs as, and cannot leave. Looked up at BEGIN, so a migration may
   * create it after opening; while it does not exist, transactions of `service` are refused with TypeError.
   */
  readonly serviceRole: string;
  /** How column values are read: the very object that is given to `pg` as `types`, so that both drivers agree. */
  readonly types?: pg.CustomTypesConfig;
  /** Milliseconds that one call of `service` may take, waiting for the session included. */
  readonly serviceLimitMs?: number;
  /** The same for `admin`: migrations, exports and VACUUM take longer. */
  readonly adminLimitMs?: number;
  /** Milliseconds between two rounds of VACUUM and ANALYZE; 0 turns them off. */
  readonly maintenanceIntervalMs?: number;
  /** Where the empty cluster that new databases start from is kept; default: beside the installed packages. */
  readonly template?: string;
}

export interface EmbeddedDatabase {
  /** As the superuser: migrations, maintenance, export and import. Never within reach of a request. */
  readonly admin: AdminHandle;
  /** As the service's role, which no statement can leave. */
  readonly service: TransactionHandle;
  /** Whether someone has the session, and how many wait for it. */
  readonly figures: { readonly busy: boolean; readonly waiting: number };
  /** One round of VACUUM and ANALYZE; resolves to the tables that needed it. */
  maintain(): Promise<readonly string[]>;
  /** Lets running and waiting calls finish, then closes; calls that come later are refused. */
  close(): Promise<void>;
}

/** The service answers 503 within 5 s (design, "Unavailable"); the rest of a request needs its share of them. */
const defaultServiceLimitMs = 4_000;
const defaultAdminLimitMs = 600_000;
const defaultMaintenanceIntervalMs = 60_000;

/**
 * Opens the embedded database, and creates it if there is none. Rejects with an `EmbeddedDatabaseError` that says what
 * to do: in use by another process, unusable directory, version mismatch.
 */
export async function openEmbeddedDatabase(options: EmbeddedDatabaseOptions): Promise<EmbeddedDatabase> {
  requireTestedEngine();
  const directory = prepareDataDirectory(options.dataDir);
  const lock = ExclusiveLock.acquire(directory);
  try {
    const { template = defaultTemplate(), onProgress = () => {} } = options;
    if (isDirectory(directory.cluster)) requireReadableCluster(directory.cluster);
    else await placeNewCluster(directory, template, onProgress);
    const session = await Session.open({ cluster: directory.cluster, serviceRole: options.serviceRole });
    return assemble(session, lock, options);
  } catch (error) {
    lock.release();
    throw isOfFileSystem(error, options.dataDir) ? directoryUnusable(options.dataDir, error) : error;
  }
}

function assemble(session: Session, lock: ExclusiveLock, options: EmbeddedDatabaseOptions): EmbeddedDatabase {
  const types = options.types ?? pg.types;
  const admin = adminHandle({ session, types, limitMs: options.adminLimitMs ?? defaultAdminLimitMs });
  const service = serviceHandle({ session, types, limitMs: options.serviceLimitMs ?? defaultServiceLimitMs });
  const interval = options.maintenanceIntervalMs ?? defaultMaintenanceIntervalMs;
  const stopMaintenance = interval === 0 ? () => {} : scheduleMaintenance(admin, interval);
  return {
    admin,
    service,
    get figures() {
      return session.figures;
    },
    maintain: () => maintain(admin),
    close: async () => {
      stopMaintenance();
      await session.close();
      lock.release();
    },
  };
}
