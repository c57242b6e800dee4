import { safeFileName } from '@dragoman/domain/file-name';
import type { ZipEntry } from '../zip/zip-stream.ts';
import type { AccountReader, ExportedChat } from './account-source.ts';
import { each } from './content.ts';

/**
 * A file for each chat in which something was said: its messages in order, with the translations
 * that are kept of them.
 */
export async function* chatEntries(reader: AccountReader): AsyncGenerator<ZipEntry> {
  for await (const chat of each(reader.chats())) {
    yield { name: chatFileName(chat), content: chatFile(reader, chat) };
  }
}

async function* chatFile(reader: AccountReader, chat: ExportedChat): AsyncGenerator<string> {
  yield `{"session_id": ${JSON.stringify(chat.id)}, "with": ${JSON.stringify(chat.other)}, "messages": [\n`;
  let before = '';
  for await (const message of each(reader.messages(chat.id))) {
    yield before + JSON.stringify(message);
    before = ',\n';
  }
  yield '\n]}\n';
}

/** Sorted by day, found by name, told apart by id. */
function chatFileName({ id, created_at: at, other }: ExportedChat): string {
  return `chats/${at.slice(0, 10)} ${safeFileName(other ?? '', 'chat')} (${id}).json`;
}
