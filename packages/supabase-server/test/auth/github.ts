import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface GitHubPerson {
  id: number;
  login: string;
  name: string | null;
  avatar_url?: string;
  emails: Array<{ email: string; primary: boolean; verified: boolean; visibility: string | null }>;
}

/** A server that speaks as much of GitHub's documented OAuth and REST API as a sign-in touches. */
export interface TestGitHub {
  url: string;
  people: Map<string, GitHubPerson>;
  stop(): Promise<void>;
}

export const GITHUB_CLIENT = { id: 'Iv1.dragoman', secret: 'a secret of the app' };

interface Grant {
  login: string;
  challenge: string;
  redirectUri: string;
}

/** `login=` names the person at the browser; without it the sign-in is refused. */
export async function startGitHub(): Promise<TestGitHub> {
  const people = new Map<string, GitHubPerson>();
  const codes = new Map<string, Grant>();
  const tokens = new Map<string, string>();

  const server = createServer((request, response) => {
    answer(request, response).catch(() => {
      response.statusCode = 500;
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const target = new URL(request.url ?? '/', url);
    switch (`${request.method} ${target.pathname}`) {
      case 'GET /login/oauth/authorize':
        return authorize(target.searchParams, response);
      case 'POST /login/oauth/access_token':
        return sendJson(response, 200, exchange(await readForm(request)));
      case 'GET /user': {
        const person = personOf(request);
        if (!person) return sendJson(response, 401, { message: 'Requires authentication' });
        const { emails: _emails, ...profile } = person;
        return sendJson(response, 200, { ...profile, email: null, type: 'User' });
      }
      case 'GET /user/emails': {
        const person = personOf(request);
        return sendJson(
          response,
          person ? 200 : 401,
          person?.emails ?? { message: 'Requires authentication' },
        );
      }
      default:
        return sendJson(response, 404, { message: 'Not Found' });
    }
  }

  function authorize(query: URLSearchParams, response: ServerResponse): void {
    const redirectUri = query.get('redirect_uri') ?? '';
    const target = new URL(redirectUri);
    target.searchParams.set('state', query.get('state') ?? '');
    const login = query.get('login') ?? '';
    if (query.get('client_id') !== GITHUB_CLIENT.id || !people.has(login)) {
      target.searchParams.set('error', 'access_denied');
      target.searchParams.set('error_description', 'The user has denied your application access.');
    } else {
      const code = randomUUID();
      codes.set(code, { login, challenge: query.get('code_challenge') ?? '', redirectUri });
      target.searchParams.set('code', code);
    }
    response.writeHead(302, { location: target.href }).end();
  }

  /** Errors come with status 200, as they do from GitHub. */
  function exchange(form: URLSearchParams): object {
    if (form.get('client_id') !== GITHUB_CLIENT.id || form.get('client_secret') !== GITHUB_CLIENT.secret) {
      return {
        error: 'incorrect_client_credentials',
        error_description: 'The client_id or secret is wrong.',
      };
    }
    const grant = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const made = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!grant || grant.challenge !== made || grant.redirectUri !== form.get('redirect_uri')) {
      return {
        error: 'bad_verification_code',
        error_description: 'The code passed is incorrect or expired.',
      };
    }
    const token = `gho_${randomUUID()}`;
    tokens.set(token, grant.login);
    return { access_token: token, token_type: 'bearer', scope: 'read:user,user:email' };
  }

  function personOf(request: IncomingMessage): GitHubPerson | undefined {
    const token = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')?.[1];
    // GitHub refuses programs that do not say their name.
    if (!request.headers['user-agent']) return undefined;
    return people.get(tokens.get(token ?? '') ?? '');
  }

  return {
    url,
    people,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body));
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
