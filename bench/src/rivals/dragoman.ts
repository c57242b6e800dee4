import { makeEvent, messageRow, sendHeaders } from '../load/event.ts';
import { liftMessageRate } from '../load/message-rate.ts';
import { openProductReader } from '../load/product-reader.ts';
import { discard, startProduct, WITHOUT_LIMITS } from '../product.ts';
import type { Contestant, Stage } from './contestant.ts';
import { openHttpSender } from './http-sender.ts';

/** The built product: POST to its API, row-level security, postgres_changes. */
export async function startDragoman({ databaseUrl, chats, connections }: Stage): Promise<Contestant> {
  const product = await startProduct(undefined, {
    ...WITHOUT_LIMITS,
    DATABASE_URL: databaseUrl,
    DATABASE_POOL_SIZE: String(connections),
  });
  const event = await makeEvent(product.url, chats);
  await liftMessageRate(databaseUrl);
  const chatAt = (index: number) => {
    const chat = event.chats[index];
    if (!chat) throw new Error(`no chat ${index}`);
    return chat;
  };
  return {
    name: 'Dragoman',
    table: 'public.messages',
    async openSender(index) {
      const chat = chatAt(index);
      const headers = sendHeaders(event, chat.vendor);
      const { post, close } = openHttpSender(product.port, '/rest/v1/messages', headers);
      return {
        send: (id) => post(JSON.stringify(messageRow(chat, chat.vendor, id))),
        close,
      };
    },
    subscribe: (reader, index, arrived) =>
      openProductReader(product.port, event, chatAt(index), chatAt(reader).visitor.accessToken, arrived),
    async stop() {
      await product.stop();
      await discard(product.dataDir);
    },
  };
}
