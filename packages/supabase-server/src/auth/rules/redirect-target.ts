export interface RedirectRules {
  /** The product's own origin; where users go when nothing else is allowed. */
  siteUrl: string;
  /** Globs: `*` is anything but . and /, `**` anything, `?` one character but . and /. */
  allowList: readonly string[];
}

/** Schemes that run or read something instead of going somewhere. */
const FORBIDDEN = new Set(['javascript:', 'data:', 'vbscript:', 'file:', 'blob:', 'about:']);
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * The target of a link: the first candidate that is an allowed URL, else silently the site itself
 * (supabase-protocol 2.7). The result has no fragment, because the link's parameters are put there.
 */
export function chooseRedirect(candidates: ReadonlyArray<string | undefined>, rules: RedirectRules): string {
  const requested = candidates.find((value) => value !== undefined && value !== '');
  const url = requested === undefined ? null : parse(requested);
  if (url === null || !isAllowed(url, rules)) return rules.siteUrl;
  return url.href;
}

function parse(value: string): URL | null {
  if (!URL.canParse(value)) return null;
  const url = new URL(value);
  url.hash = '';
  return url;
}

function isAllowed(url: URL, { siteUrl, allowList }: RedirectRules): boolean {
  if (FORBIDDEN.has(url.protocol)) return false;
  // https://site@evil.example: not needed, and people misread it.
  if (url.username !== '' || url.password !== '') return false;
  const site = new URL(siteUrl);
  const web = url.protocol === 'https:' || url.protocol === 'http:';
  if (url.protocol === site.protocol && url.hostname === site.hostname) {
    if (url.port === site.port || site.hostname === 'localhost') return true;
  }
  if (web && LOOPBACK.test(url.hostname)) return true;
  return allowList.some((pattern) => globToRegExp(pattern).test(url.href));
}

/** Patterns come from the operator. Consecutive stars become one, which keeps matching fast. */
function globToRegExp(pattern: string): RegExp {
  const source = pattern.replaceAll(/\*+|\?|[^*?]+/g, (part) => {
    if (part === '?') return '[^./]';
    if (part === '*') return '[^./]*';
    if (part.startsWith('*')) return '.*';
    return part.replaceAll(/[\\^$.|+()[\]{}]/g, '\\$&');
  });
  return new RegExp(`^${source}$`, 's');
}
