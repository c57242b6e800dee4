import type { AssistantEvent } from '@dragoman/domain/assistant/assistant';

/** Creates a response of server-sent events. @param onLeft called when the client disconnects */
export function eventStream(events: AsyncGenerator<AssistantEvent>, onLeft: () => void): Response {
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await events.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`data: ${JSON.stringify(value)}\n\n`));
    },
    async cancel() {
      onLeft();
      await events.return(undefined);
    },
  });
  return new Response(body, {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      // Proxies that gather an answer before they hand it on would take its point away.
      'x-accel-buffering': 'no',
    },
  });
}
