import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import type { WebSocket } from 'ws';
import { Connection } from './connection.ts';

type Arguments = ConstructorParameters<typeof Connection>;

it('counts presence calls from the first of them, and again after 30 seconds', () => {
  const connection = new Connection(
    new EventEmitter() as WebSocket,
    { version: '2.0.0', network: '127.0.0.1' } as Arguments[1],
    { presenceCalls: 2 } as Arguments[2],
    () => undefined,
  );
  const trackAt = (ms: number) => {
    connection.lastSeen = ms;
    return connection.mayTrack();
  };
  expect([trackAt(29_000), trackAt(30_500), trackAt(58_000)]).toEqual([true, true, false]);
  expect([trackAt(59_500), trackAt(60_000), trackAt(60_001)]).toEqual([true, true, false]);
});

it('closes a client that does not keep up, and says why', () => {
  const socket = Object.assign(new EventEmitter(), {
    readyState: 1,
    OPEN: 1,
    bufferedAmount: 100,
    send: vi.fn(),
    close: vi.fn(),
  });
  const connection = new Connection(
    socket as unknown as WebSocket,
    { version: '2.0.0', network: '127.0.0.1' } as Arguments[1],
    { sendBufferBytes: 100 } as Arguments[2],
    () => undefined,
  );
  connection.send('kept');
  expect([socket.send.mock.calls, socket.close.mock.calls]).toEqual([[['kept']], []]);
  socket.bufferedAmount = 101;
  connection.send('lost');
  expect(socket.send).toHaveBeenCalledOnce();
  expect(socket.close).toHaveBeenCalledExactlyOnceWith(1013, expect.stringMatching(/^slow consumer/));
});
