import type { Handler } from 'hono';
import type { ServerEnv } from '../../../http/request-info.ts';
import { listUsers } from '../../data/admin-users.ts';
import type { AuthDeps } from '../../deps.ts';
import { validationFailed } from '../../errors.ts';
import { userBody } from '../../http/user-body.ts';

const DEFAULT_PER_PAGE = 50;
const MAX_PER_PAGE = 1000;
const MAX_PAGE = 1_000_000;

/** GET /admin/users?page&per_page; the header Link (RFC 8288) names the next and the last page. */
export function listUsersRoute(deps: AuthDeps): Handler<ServerEnv> {
  return async (c) => {
    const page = readNumber('page', c.req.query('page'), 1, MAX_PAGE);
    const perPage = readNumber('per_page', c.req.query('per_page'), DEFAULT_PER_PAGE, MAX_PER_PAGE);
    const { users, total } = await listUsers(deps.db, { page, perPage });
    const last = Math.max(1, Math.ceil(total / perPage));
    // The official client reads the page number directly after the first equals sign.
    const link = (to: number, rel: string) => `</admin/users?page=${to}&per_page=${perPage}>; rel="${rel}"`;
    c.header('X-Total-Count', String(total));
    c.header('Link', [...(page < last ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', '));
    return c.json({ users: users.map(userBody), aud: 'authenticated' });
  };
}

function readNumber(name: string, text: string | undefined, fallback: number, max: number): number {
  if (text === undefined || text === '') return fallback;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : 0;
  if (value < 1) throw validationFailed(`${name}: must be a whole number from 1`);
  return Math.min(value, max);
}
