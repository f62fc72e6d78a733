import { hostname } from 'node:os';
import type { FastifyBaseLogger } from 'fastify';
import { BackgroundWorker } from '../app/background/background-worker.ts';
import { startRetention } from '../app/background/retention.ts';
import { startRounds } from '../app/background/rounds.ts';
import type { WorkEvent } from '../app/background/work-event.ts';
import { ServiceStopping } from '../app/background/work-failure.ts';
import type { WorkHandler } from '../app/background/work-handler.ts';
import { followSubscription } from '../app/billing/follow-subscription.ts';
import type { AppContext } from '../app/context.ts';
import { prepareEnvironment } from '../app/environment/prepare-environment.ts';
import { verifyEnvironment } from '../app/environment/verify-environment.ts';
import { expireEvents } from '../app/events/expire-events.ts';
import { observeStates } from '../app/events/observe-states.ts';
import { expireEvidence } from '../app/evidence/expire-evidence.ts';
import { listFactories } from '../app/factories/refresh-factories.ts';
import { deliverInvitation } from '../app/invitations/deliver-invitation.ts';
import { sendNotification } from '../app/notifications/send-notification.ts';
import { runDueSchedules } from '../app/schedules/run-due-schedules.ts';
import { deliverEvent } from '../app/webhooks/deliver-event.ts';
import type { Settings } from '../cli/configuration/settings.ts';
import { createSmtpMailer } from '../providers/mail/smtp-mailer.ts';
import { mailSettings } from './mail-settings.ts';

export interface Background {
  /** Ends what is under way, within the time that a shutdown may take, and gives the rest back. */
  drain(): Promise<void>;
}

/** Starts the work that goes on behind the requests. */
export async function startBackground(
  ctx: AppContext,
  settings: Settings,
  log: FastifyBaseLogger,
  more: readonly WorkHandler[],
): Promise<Background> {
  const mail = mailSettings(settings);
  const mailer = mail === undefined ? null : createSmtpMailer(mail);
  const handlers: readonly WorkHandler[] = [
    prepareEnvironment(ctx),
    verifyEnvironment(ctx),
    followSubscription(ctx),
    listFactories(ctx),
    ...(mailer === null ? [] : [deliverInvitation(ctx, mailer)]),
    ...more,
  ];
  const onError = (error: unknown) => log.error({ err: error }, 'background work failed');
  const { storage, clock } = ctx;
  const common = {
    storage,
    clock,
    random: Math.random,
    holder: `${hostname()}:${process.pid}`,
    // Short, so that the work of a replica that was killed goes on soon; renewed three times as often.
    leaseSeconds: 15,
    pollMs: 5_000,
    onEvent: (event: WorkEvent) => logWork(log, event),
    onError,
  };
  const worker = await BackgroundWorker.start({
    ...common,
    handlers,
    concurrency: 8,
    onAnnounced: () => ctx.workSignal.announce(),
  });
  // Of its own, so that receivers that take their time keep nothing else waiting.
  const messenger = await BackgroundWorker.start({
    ...common,
    handlers: [deliverEvent(ctx), sendNotification(ctx, mailer)],
    concurrency: 16,
  });
  const retention = startRetention({
    storage,
    clock,
    doneWorkDays: 7,
    intervalMs: 600_000,
    async also(isStopped) {
      await expireEvents(ctx, settings.PLUMBLINE_EVENT_DAYS, isStopped);
      await expireEvidence(ctx, settings.PLUMBLINE_EVIDENCE_DAYS, isStopped);
    },
    onError,
  });
  // An executor counts as gone after a minute without a call; looking more often tells nothing sooner.
  const observation = startRounds({ intervalMs: 15_000, round: () => observeStates(ctx), onError });
  // A tick is at most this late.
  const schedules = startRounds({ intervalMs: 2_000, round: () => runDueSchedules(ctx), onError });
  const events = await storage.listenForEvents((orgUuid) => ctx.eventSignal.announce(orgUuid));
  return {
    async drain() {
      await Promise.all([retention.stop(), observation.stop(), schedules.stop(), events.close()]);
      // A part of the whole: connections and database want to be closed too.
      const limitMs = settings.PLUMBLINE_SHUTDOWN_SECONDS * 800;
      await Promise.all([worker.drain(limitMs), messenger.drain(limitMs)]);
    },
  };
}

function logWork(log: FastifyBaseLogger, event: WorkEvent): void {
  const { kind, workUuid, orgUuid, attempt } = event.work;
  const fields = { kind, workUuid, orgUuid, attempt, outcome: event.outcome, seconds: event.seconds };
  if ('error' in event && !(event.error instanceof ServiceStopping))
    log.warn({ ...fields, err: event.error }, 'background work failed');
  else log.info(fields, 'background work');
}
