/**
 * Passes a stream on, and breaks it off when its consumer asks for nothing for a while. The time
 * that the stream itself takes does not count.
 * @param idleMs the longest time between two requests, in milliseconds
 */
export function endWhenUnread(
  stream: ReadableStream<Uint8Array>,
  idleMs: number,
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let timer: ReturnType<typeof setTimeout> | undefined;

  function wait(controller: ReadableStreamDefaultController<Uint8Array>): void {
    timer = setTimeout(() => {
      const error = new DOMException('the client has stopped reading', 'TimeoutError');
      controller.error(error);
      reader.cancel(error).catch(() => undefined);
    }, idleMs);
  }

  return new ReadableStream<Uint8Array>(
    {
      start: wait,
      async pull(controller) {
        clearTimeout(timer);
        const { done, value } = await reader.read();
        if (done) return controller.close();
        controller.enqueue(value);
        wait(controller);
      },
      cancel(reason) {
        clearTimeout(timer);
        return reader.cancel(reason);
      },
    },
    // Nothing is read ahead: each pull is a request of the consumer.
    { highWaterMark: 0 },
  );
}
