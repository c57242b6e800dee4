/**
 * The parts of a browser that a sign-in needs: it keeps cookies, follows redirects and sends the
 * forms that pages submit by script.
 */
export interface Browser {
  /**
   * Opens an address and follows redirects, until it reaches a page outside the given sites.
   * @param stay origins (or longer prefixes) whose redirects are followed
   * @returns the address at the end, and the response of the last site
   */
  open(url: string, stay: readonly string[]): Promise<Arrival>;
}

export interface Arrival {
  url: URL;
  /** The parameters of the fragment. */
  given: URLSearchParams;
  /** The address before, that sent us here. */
  from: URL | null;
  status: number;
}

const MAX_STEPS = 20;

export function createBrowser(): Browser {
  const jar = new Map<string, Map<string, string>>();

  function keep(origin: string, headers: Headers): void {
    const cookies = jar.get(origin) ?? new Map<string, string>();
    for (const line of headers.getSetCookie()) {
      const [pair = '', ...attributes] = line.split(';');
      const name = pair.slice(0, pair.indexOf('='));
      const gone = attributes.some((one) => /^\s*(max-age=0|expires=thu, 01 jan 1970)/i.test(one));
      if (gone) cookies.delete(name);
      else cookies.set(name, pair.slice(pair.indexOf('=') + 1));
    }
    jar.set(origin, cookies);
  }

  return {
    async open(start, stay) {
      let url = new URL(start);
      let from: URL | null = null;
      let status = 0;
      let form: URLSearchParams | null = null;
      for (let step = 0; step < MAX_STEPS; step++) {
        const here = url;
        if (!stay.some((site) => here.href.startsWith(site))) {
          return { url, given: new URLSearchParams(url.hash.slice(1)), from, status };
        }
        const cookies = [...(jar.get(url.origin) ?? [])]
          .map(([name, value]) => `${name}=${value}`)
          .join('; ');
        const answer: Response = await fetch(url, {
          redirect: 'manual',
          headers: { accept: 'text/html', ...(cookies === '' ? {} : { cookie: cookies }) },
          ...(form === null ? {} : { method: 'POST', body: form }),
        });
        keep(url.origin, answer.headers);
        status = answer.status;
        from = url;
        const location: string | null = answer.headers.get('location');
        const page: string = await answer.text();
        form = location === null ? readForm(page) : null;
        if (location === null && form === null) {
          return { url, given: new URLSearchParams(url.hash.slice(1)), from, status };
        }
        url = new URL(location ?? actionOf(page), url);
      }
      throw new Error(`too many redirects, at ${url.origin}${url.pathname}`);
    },
  };
}

function readForm(page: string): URLSearchParams | null {
  if (!page.includes('<form')) return null;
  const fields = [...page.matchAll(/<input[^>]*name="([^"]*)"[^>]*value="([^"]*)"/g)];
  return new URLSearchParams(fields.map(([, name = '', value = '']) => [name, unescapeHtml(value)]));
}

function actionOf(page: string): string {
  return unescapeHtml(/<form[^>]*action="([^"]*)"/.exec(page)?.[1] ?? '');
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
