import { EventEmitter, once } from 'node:events';
import { PassThrough } from 'node:stream';
import type pg from 'pg';
import { describe, expect, it } from 'vitest';
import { guardConnection, UnreadableAnswerError } from './connection-guard.ts';

function fakeClient(onData: (chunk: Buffer) => void) {
  const stream = new PassThrough();
  stream.on('data', onData);
  const client = Object.assign(new EventEmitter(), { connection: { stream } });
  guardConnection(client as unknown as pg.ClientBase);
  return stream;
}

describe('the guard of a connection', () => {
  it('passes on what can be read', async () => {
    const seen: string[] = [];
    const stream = fakeClient((chunk) => void seen.push(chunk.toString()));
    stream.end('one');
    await once(stream, 'end');
    expect(seen).toEqual(['one']);
  });

  it('ends the connection, and nothing else, when the driver throws', async () => {
    const cause = new Error('Cannot create a string longer than 0x1fffffe8 characters');
    const stream = fakeClient(() => {
      throw cause;
    });
    stream.write('x');
    const [error] = await once(stream, 'error');
    expect(error).toBeInstanceOf(UnreadableAnswerError);
    expect((error as Error).cause).toBe(cause);
    expect(stream.destroyed).toBe(true);
  });
});
