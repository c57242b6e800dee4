import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import type { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import { STOP_FOLLOW_UPS_PATH, signStopFollowUps } from '../missed-replies/mailed-links.ts';
import { sendsMissedReplyMails } from '../missed-replies/what-is-sent.ts';
import { createFollowUpRoutes } from './routes.ts';
import { type FollowUpDeps, startFollowUps } from './worker.ts';

export interface FollowUpService {
  /** To be mounted at /functions/v1. */
  routes: Hono<ServerEnv>;
  /** What a round of the worker needs, for tests; null where the installation sends no mails. */
  deps: FollowUpDeps | null;
  close(): Promise<void>;
}

/** Sends the follow-ups that a booth's people have approved (docs/adr/0089-follow-up-mails.md). */
export function createFollowUpService(ctx: AppContext): FollowUpService {
  const { publicUrl, cleanup } = ctx.config;
  const deps: FollowUpDeps | null =
    sendsMissedReplyMails(ctx.config) && publicUrl !== null
      ? {
          db: ctx.db,
          log: ctx.log,
          mailer: ctx.mailer,
          publicUrl,
          async unsubscribeUrl(grant) {
            const token = await signStopFollowUps(ctx.signingKeys, grant);
            return `${publicUrl}/functions/v1${STOP_FOLLOW_UPS_PATH}?token=${token}`;
          },
          appName: () => ctx.brand.current().brand.name,
        }
      : null;
  const worker = deps && startFollowUps(deps, cleanup.missedRepliesSeconds);
  return {
    routes: createFollowUpRoutes(ctx, deps !== null),
    deps,
    async close() {
      await worker?.close();
    },
  };
}
