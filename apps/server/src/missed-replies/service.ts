import type { ServerEnv } from '@dragoman/supabase-server/http/request-info';
import { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import type { MissedRepliesDeps } from './deps.ts';
import { STOP_PATH, signStop } from './mailed-links.ts';
import { createMailedPages } from './mailed-pages.ts';
import { createMissedReplyRoutes } from './routes.ts';
import { createSendPush } from './send-push.ts';
import { pushSubject, sendsMissedReplyMails } from './what-is-sent.ts';
import { startMissedReplies } from './worker.ts';

export interface MissedRepliesService {
  /** To be mounted at /functions/v1. */
  routes: Hono<ServerEnv>;
  /** What a round of the worker needs, for tests. */
  deps: MissedRepliesDeps;
  close(): Promise<void>;
}

/** Tells people about messages that they have not read (docs/adr/0080-missed-replies.md). */
export function createMissedRepliesService(ctx: AppContext): MissedRepliesService {
  const subject = pushSubject(ctx.config);
  const { agent, checkEndpoint } = ctx.publicNetwork;
  const { publicUrl } = ctx.config;
  const mail =
    sendsMissedReplyMails(ctx.config) && publicUrl !== null ? { mailer: ctx.mailer, publicUrl } : null;
  const appName = () => ctx.brand.current().brand.name;
  const deps: MissedRepliesDeps = {
    db: ctx.db,
    log: ctx.log,
    push: subject === null ? null : createSendPush({ keys: ctx.pushKeys, subject, agent }),
    mail: mail && {
      ...mail,
      async unsubscribeUrl(profile, language) {
        const token = await signStop(ctx.signingKeys, { profile, language });
        return `${mail.publicUrl}/functions/v1${STOP_PATH}?token=${token}`;
      },
    },
    appName,
    now: Date.now,
  };
  const worker = startMissedReplies(deps, ctx.config.cleanup.missedRepliesSeconds);
  const routes = new Hono<ServerEnv>();
  routes.route('/', createMailedPages({ ...ctx, appName }));
  routes.route(
    '/',
    createMissedReplyRoutes({
      ...ctx,
      mail,
      checkEndpoint: subject === null ? null : checkEndpoint,
      appName,
    }),
  );
  return {
    routes,
    deps,
    async close() {
      await worker.close();
      agent.destroy();
    },
  };
}
