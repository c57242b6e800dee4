/** Calls the admin API as its page does: with the header, and with a cookie that it keeps. */
export interface OrganiserPage {
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Creates the first administrator with the start secret, who is signed in then. */
  first(secret: string, admin?: Partial<Credentials>): Promise<Answer>;
  signIn(admin?: Partial<Credentials> & { code?: string }): Promise<Answer>;
  /** The cookie as the browser would send it; empty without one. */
  cookie: string;
}

export interface Credentials {
  name: string;
  password: string;
}

/** The administrator who signs in where a test names none. */
export const ADMIN: Credentials = { name: 'Amina Haddad', password: 'harbour crane at noon' };

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: what the tests look at is theirs to know
  body: any;
  headers: Headers;
}

export function openPage(url: string): OrganiserPage {
  const page: OrganiserPage = {
    cookie: '',
    async call(method, path, body, headers = {}) {
      const isBytes = body instanceof Uint8Array;
      const response = await fetch(`${url}/organiser/v1${path}`, {
        method,
        headers: {
          'x-organiser': 'page',
          ...(page.cookie ? { cookie: page.cookie } : {}),
          ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
      });
      for (const set of response.headers.getSetCookie()) {
        if (set.startsWith('dragoman-organiser=')) page.cookie = set.split(';')[0] ?? '';
      }
      const text = await response.text();
      return {
        status: response.status,
        body: text === '' ? null : JSON.parse(text),
        headers: response.headers,
      };
    },
    first: (secret, admin = {}) => page.call('POST', '/session/first', { secret, ...ADMIN, ...admin }),
    signIn: (admin = {}) => page.call('POST', '/session', { ...ADMIN, ...admin }),
  };
  return page;
}
