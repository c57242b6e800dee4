/** A push as the page's alerts look (features/inbox): title and options of `showNotification`. */
export interface PushNotification {
  title: string;
  options: NotificationOptions;
}

/**
 * Reads a push of the server. Browsers demand a notification for each push, so one that cannot be
 * read is shown under the app's name and opens the app.
 * @param text the decrypted push; null: it has none
 * @param appName shown when the push cannot be read
 */
export function readPush(text: string | null, appName: string): PushNotification {
  const push = parse(text);
  const { title, body, path, tag } = push;
  const options: NotificationOptions = {
    body: typeof body === 'string' ? body : '',
    icon: '/icons/icon-192.png',
    data: { path: typeof path === 'string' ? path : '/' },
  };
  // The tag is the one of the page's own alert: the two are one notification.
  if (typeof tag === 'string' && tag) options.tag = tag;
  return { title: typeof title === 'string' && title ? title : appName, options };
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}
