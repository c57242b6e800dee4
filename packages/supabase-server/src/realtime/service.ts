import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { Hono } from 'hono';
import { type WebSocket, WebSocketServer } from 'ws';
import { clientNetwork } from '../http/client-network.ts';
import { peerAddress, type ServerEnv } from '../http/request-info.ts';
import type { ServerContext } from '../server-context.ts';
import { createAuthorization } from './authorization.ts';
import { handleBroadcastPush } from './broadcast-events.ts';
import { createBroadcastRoutes } from './broadcast-routes.ts';
import type { Channel } from './channel.ts';
import { handleChannelEvent, renewRights } from './channel-events.ts';
import { Connection, type Incoming } from './connection.ts';
import { Connections } from './connections.ts';
import type { Frame, Ref } from './frames.ts';
import { type AcceptedHandshake, HandshakeError, readHandshake, refuseHandshake } from './handshake.ts';
import { join } from './join.ts';
import { checkOrigin } from './origin.ts';
import { createPermissionRevalidation } from './permission-revalidation.ts';
import { startPostgresChanges } from './postgres-changes/postgres-changes.ts';
import { openRooms } from './rooms/rooms.ts';
import { createSenderMeter } from './sender-meter.ts';
import type { RealtimeServices } from './services.ts';
import { createSessionWatch } from './session-watch.ts';

/** Realtime of the Supabase protocol (supabase-protocol 4): WebSockets beside the HTTP app. */
export interface RealtimeService {
  routes: Hono<ServerEnv>;
  /** Takes over a WebSocket handshake of the HTTP server, or answers it with an HTTP error. */
  handleUpgrade(request: IncomingMessage, socket: Duplex, head: Buffer): void;
  /**
   * Closes every socket with a code that makes clients connect again, and stops listening to the
   * database.
   */
  close(): Promise<void>;
}

/** A client that was told to close gets this long to answer. */
const CLOSE_TIMEOUT_MS = 10_000;

/**
 * Starts listening to the database for changes.
 * @throws when the database cannot be reached
 */
export async function createRealtimeService(ctx: ServerContext): Promise<RealtimeService> {
  const { realtime } = ctx.config;
  const connections = new Connections(realtime.idleSeconds * 1000);
  const authorization = createAuthorization(ctx);
  const rights = createPermissionRevalidation({
    authorization,
    log: ctx.log,
    channels: () => connections.channels(),
    renew: (channel, reads) => renewRights(channel, channel.subscriber, reads, services.rooms),
  });
  const sessions = createSessionWatch({
    access: ctx.access,
    log: ctx.log,
    connections: () => connections.all(),
  });
  const services: RealtimeServices = {
    db: ctx.db,
    log: ctx.log,
    signingKeys: ctx.signingKeys,
    access: ctx.access,
    securityLog: ctx.securityLog,
    limits: realtime,
    authorization,
    rights,
    sessions,
    meter: createSenderMeter(realtime),
    changes: startPostgresChanges(ctx),
    rooms: await openRooms(ctx, { onRightsChanged: rights.changed }),
    forget(channel) {
      services.changes.unsubscribe(channel);
      services.rooms.leave(channel);
    },
  };
  const sockets = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    // Compression costs each socket more memory than everything else together.
    perMessageDeflate: false,
    maxPayload: realtime.maxMessageBytes,
    closeTimeout: CLOSE_TIMEOUT_MS,
  } as ConstructorParameters<typeof WebSocketServer>[0]);
  let closing = false;

  function handle(connection: Connection, incoming: Incoming): Promise<void> | undefined {
    if (incoming.kind === 'frame') return handleFrame(connection, incoming.frame);
    const { push } = incoming;
    const channel = connection.channel(push.topic);
    if (channel && isOfJoin(channel, push.joinRef || null)) {
      return handleBroadcastPush(channel, push, services);
    }
    const { ref, topic, event } = push;
    const frame = { joinRef: push.joinRef || null, ref: ref || null, topic, event };
    connection.reply(frame, 'error', { reason: 'unmatched topic' });
    return undefined;
  }

  function handleFrame(connection: Connection, frame: Frame): Promise<void> | undefined {
    if (frame.topic === 'phoenix') {
      const known = frame.event === 'heartbeat';
      connection.reply(frame, known ? 'ok' : 'error', known ? {} : { reason: 'unmatched event' });
      return undefined;
    }
    if (frame.event === 'phx_join') return join(connection, frame, services);
    const channel = connection.channel(frame.topic);
    if (channel && isOfJoin(channel, frame.joinRef)) {
      return handleChannelEvent(channel, frame, services);
    }
    // Leaving a channel that was never joined, or was joined again since, counts as done.
    if (frame.event === 'phx_leave') connection.reply(frame, 'ok');
    else connection.reply(frame, 'error', { reason: 'unmatched topic' });
    return undefined;
  }

  async function upgrade(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    checkOrigin(request, { ...ctx.config, allowedOrigins: realtime.allowedOrigins });
    const handshake = await readHandshake(request, ctx.authenticator);
    const network = clientNetwork(peerAddress(request, ctx.config));
    if (closing) throw new HandshakeError(503, 'The server is restarting');
    if (connections.size >= realtime.maxSockets) throw new HandshakeError(429, 'Too many connections');
    if (connections.countOf(network) >= realtime.maxSocketsPerAddress) {
      throw new HandshakeError(429, 'Too many connections from this address');
    }
    sockets.handleUpgrade(request, socket, head, (ws) => accept(ws, { ...handshake, network }));
  }

  function accept(ws: WebSocket, handshake: AcceptedHandshake): void {
    const connection = new Connection(ws, handshake, realtime, handle);
    connections.add(connection);
    ws.on('close', () => {
      connection.endChannels();
      connections.delete(connection);
    });
  }

  return {
    routes: createBroadcastRoutes(ctx, services),
    handleUpgrade(request, socket, head) {
      upgrade(request, socket, head).catch((error) => {
        if (error instanceof HandshakeError) {
          refuseHandshake(socket, error);
          return;
        }
        const { name, message } = error as Error;
        ctx.log.error({ err: { name, message } }, 'a WebSocket handshake failed');
        refuseHandshake(socket, new HandshakeError(500, 'Something went wrong on the server'));
      });
    },
    async close() {
      closing = true;
      sessions.close();
      await connections.close();
      await services.rooms.close();
      await services.changes.close();
    },
  };
}

/**
 * Checks whether a frame belongs to the channel's current join; clients that leave `join_ref` out
 * mean that one.
 */
function isOfJoin(channel: Channel, joinRef: Ref): boolean {
  return joinRef === null || joinRef === channel.joinRef;
}
