/** The build's description of the release, for the worker. */
export interface Release {
  /** Addresses of the hashed files that every page may need. */
  assets: readonly string[];
  /** The one that starts the app: a page that does not name it belongs to another release. */
  entry: string;
}

/** Hashed files of this release and of the one before, whose pages may still be open. */
const ASSETS = 'dragoman-assets';
/** A browser has six connections to a server without HTTP/2, and what its user does comes first. */
const FILES_AT_ONCE = 3;
/** The app's page, and which files its release has. */
const SHELL = 'dragoman-shell';
const SHELL_URL = '/index.html';
const RELEASE_URL = '/release.json';

/**
 * Fetches what the release needs and the cache does not have yet.
 * @throws when anything is missing: the worker is then not installed, and the browser tries again
 * later
 */
export async function fetchRelease(release: Release): Promise<void> {
  const cache = await caches.open(ASSETS);
  const missing = release.assets[Symbol.iterator]();
  const lane = async () => {
    for (const url of missing) {
      if (!(await cache.match(url, { ignoreVary: true }))) await cache.put(url, await fetchFile(url));
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, lane));
  if (!(await refreshShell(release))) throw new Error('the server has another release by now');
}

/** Forgets the files of releases before the last one. */
export async function forgetOldReleases({ assets }: Release): Promise<void> {
  const shell = await caches.open(SHELL);
  const last = (await (await shell.match(RELEASE_URL))?.json()) as Pick<Release, 'assets'> | undefined;
  const needed = new Set([...assets, ...(last?.assets ?? [])]);
  const cache = await caches.open(ASSETS);
  for (const request of await cache.keys()) {
    if (!needed.has(new URL(request.url).pathname)) await cache.delete(request);
  }
  await shell.put(RELEASE_URL, new Response(JSON.stringify({ assets })));
}

/** @returns a hashed file, from the cache when it is there. */
export async function asset(request: Request): Promise<Response> {
  const cache = await caches.open(ASSETS);
  const kept = await cache.match(request, { ignoreVary: true });
  if (kept) return kept;
  const answer = await fetch(request);
  // A full disk costs the copy, not the file.
  if (answer.ok && !isWebPage(answer)) await cache.put(request, answer.clone()).catch(() => {});
  // A page that asks for what no release has any more is itself outdated.
  else if (answer.status === 404) await (await caches.open(SHELL)).delete(SHELL_URL);
  return answer;
}

/** @returns the app's page, or undefined when it is not kept. */
export async function keptShell(): Promise<Response | undefined> {
  return (await caches.open(SHELL)).match(SHELL_URL, { ignoreVary: true });
}

/**
 * Loads the app's page again: its brand and security policy may change without a release.
 * @returns false when the server's page belongs to another release; the stored one then stays
 * @throws without a network
 */
export async function refreshShell(release: Release): Promise<boolean> {
  const answer = await fetch(SHELL_URL, { cache: 'no-cache' });
  if (!answer.ok || !(await answer.clone().text()).includes(release.entry)) return false;
  await (await caches.open(SHELL)).put(SHELL_URL, answer);
  return true;
}

async function fetchFile(url: string): Promise<Response> {
  const answer = await fetch(url, { priority: 'low' });
  // A captive portal answers everything with its page.
  if (!answer.ok || isWebPage(answer)) throw new Error(`${url} cannot be read`);
  return answer;
}

function isWebPage(answer: Response): boolean {
  return answer.headers.get('content-type')?.includes('text/html') ?? false;
}
