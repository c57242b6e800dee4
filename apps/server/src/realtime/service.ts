import { Hono } from 'hono';
import type { AppContext } from '../context.ts';
import type { ServerEnv } from '../http/request-info.ts';

export async function createRealtimeService(_ctx: AppContext) {
  return {
    routes: new Hono<ServerEnv>(),
    handleUpgrade: (_r: unknown, socket: { destroy(): void }) => {
      socket.destroy();
    },
    close: async () => undefined,
  };
}
