import { LOGIN_PATH } from './routes.ts';

const MAX_LENGTH = 2048;
const OWN_ORIGIN = 'https://own.invalid';

/**
 * Makes a redirect parameter safe to navigate to: always a path of this site, beginning with
 * exactly one '/' (specification 5.1). A crafted link such as `//host`, `/\host` or `/x/..//host`
 * must not lead anywhere else.
 * @returns the path with its query and fragment, or null when there is nothing to follow: no value,
 * far too long, or the login page itself, which would send the user round in circles.
 */
export function safeRedirect(value: string | null | undefined): string | null {
  // URL parsers drop tabs and line breaks at any place, so '/\t/host' would turn into '//host'.
  const text = value?.replace(/\p{Cc}/gu, '').trim();
  if (!text || text.length > MAX_LENGTH) return null;
  let url: URL;
  try {
    url = new URL(`/${text.replace(/^[/\\\s]+/, '')}`, OWN_ORIGIN);
  } catch {
    return null;
  }
  // Resolving '..' may leave several slashes at the front again.
  const path = url.pathname.replace(/^\/+/, '/');
  if (url.origin !== OWN_ORIGIN || path === LOGIN_PATH || path.startsWith(`${LOGIN_PATH}/`)) return null;
  return `${path}${url.search}${url.hash}`;
}
