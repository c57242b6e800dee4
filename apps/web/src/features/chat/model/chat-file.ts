import { isUuid } from '@dragoman/domain/uuid';

/** The bucket of a chat's files (specification 3.4). */
export const CHAT_FILES_BUCKET = 'chat-files';

/** The source of a file message's content. */
export type FileSource =
  /** In the product's own storage; it is read through a signed address. */
  | { kind: 'stored'; path: string; name: string }
  /** On another site. */
  | { kind: 'web'; url: string; name: string }
  /** No address at all: it is shown as text. */
  | { kind: 'none' };

const STORED = new RegExp(`/storage/v1/object/(?:public|sign|authenticated)/${CHAT_FILES_BUCKET}/(.+)$`);

/**
 * Reads the content of an audio or file message: the public address that the client makes of an
 * upload (specification 7.5), a signed one, whose time may be over, or the path in the bucket.
 * @param origin of the product's backend; the same path elsewhere is another site's file.
 */
export function fileSource(content: string, origin: string): FileSource {
  const text = content.trim();
  if (isChatPath(text)) return { kind: 'stored', path: text, name: nameOf(text) };
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || (url.protocol !== 'https:' && url.protocol !== 'http:')) return { kind: 'none' };
  const path = url.origin === new URL(origin).origin ? decoded(STORED.exec(url.pathname)?.[1]) : null;
  if (path && isChatPath(path)) return { kind: 'stored', path, name: nameOf(path) };
  return { kind: 'web', url: url.href, name: nameOf(decoded(url.pathname) ?? '') || url.host };
}

/** Files lie in one folder a session. */
function isChatPath(text: string): boolean {
  const [folder = '', ...rest] = text.split('/');
  return isUuid(folder) && rest.length > 0 && rest.every((part) => part !== '' && part !== '..');
}

function nameOf(path: string): string {
  return path.split('/').at(-1) ?? '';
}

function decoded(text: string | undefined): string | null {
  try {
    return text ? decodeURIComponent(text) : null;
  } catch {
    return null;
  }
}
