import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { fromDatabaseError, headerRecord, isConnectionLoss } from './database-errors.ts';

function refusal(
  code: string,
  message = 'message',
  fields: Partial<pg.DatabaseError> = {},
  anonymous = false,
) {
  return fromDatabaseError(
    Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, ...fields }),
    anonymous,
  );
}

describe('an error of the database', () => {
  it.each([
    ['23505', 409],
    ['23503', 409],
    ['23502', 400],
    ['23514', 400],
    ['22P02', 400],
    ['22P05', 400],
    ['22021', 400],
    ['42703', 400],
    ['42P01', 404],
    ['42883', 404],
    ['42P17', 500],
    ['25006', 405],
    ['40001', 500],
    ['53300', 503],
    ['53400', 500],
    ['54001', 500],
    ['57014', 500],
    ['08006', 503],
    ['P0001', 400],
    ['P0002', 500],
    ['XX000', 500],
    ['PT404', 404],
    ['PT999', 500],
    ['28000', 403],
  ])('%s is status %i', (code, status) => {
    expect(refusal(code)).toMatchObject({ status, code, message: 'message' });
  });

  it('keeps detail and hint', () => {
    expect(refusal('23505', 'm', { detail: 'Key (a)=(b) already exists.', hint: 'h' }).body).toEqual({
      code: '23505',
      message: 'm',
      details: 'Key (a)=(b) already exists.',
      hint: 'h',
    });
  });

  it('sends anonymous callers to sign in where it refuses others', () => {
    expect(refusal('42501')).toMatchObject({ status: 403, headers: {} });
    expect(refusal('42501', 'm', {}, true)).toMatchObject({
      status: 401,
      headers: { 'WWW-Authenticate': 'Bearer' },
    });
  });

  it('looks at the message where the code says too little', () => {
    expect(refusal('21000', 'UPDATE requires a WHERE clause').status).toBe(400);
    expect(refusal('21000', 'more than one row').status).toBe(500);
    expect(refusal('22023', 'role "ghost" does not exist').status).toBe(401);
    expect(refusal('22023', 'something else').status).toBe(400);
  });

  it('tells nothing of the connection when that is what failed', () => {
    const error = refusal('28P01', 'password authentication failed for user "owner"', { severity: 'FATAL' });
    expect(error).toMatchObject({ status: 503, code: 'PGRST000', headers: { 'Retry-After': '1' } });
    expect(JSON.stringify(error.body)).not.toContain('owner');
  });

  it('lets SQL decide the whole answer', () => {
    const message = '{"code":"x1","message":"m","details":{"a":1},"hint":"h"}';
    expect(
      refusal('PGRST', message, { detail: '{"status":402,"headers":{"X-Why":"because"}}' }),
    ).toMatchObject({
      status: 402,
      code: 'x1',
      details: { a: 1 },
      headers: { 'X-Why': 'because' },
    });
    for (const detail of ['', '{}', '{"status":99}', '{"status":200,"headers":{"X":"a\\r\\nB: c"}}', '[1]']) {
      expect(refusal('PGRST', message, { detail })).toMatchObject({ status: 500, code: 'PGRST121' });
    }
    expect(refusal('PGRST', 'plain', { detail: '{"status":400}' }).code).toBe('PGRST121');
  });
});

describe('headers out of SQL', () => {
  it('are names and values that HTTP can carry', () => {
    expect(headerRecord({ 'X-A': 'b' })).toEqual({ 'X-A': 'b' });
    for (const bad of [
      { 'X A': 'b' },
      { 'X-A': 'b\nc' },
      { 'X-A': 1 },
      { '': 'x' },
      [],
      null,
      'x',
      { 'X-A': '名' },
    ]) {
      expect(headerRecord(bad)).toBeNull();
    }
  });
});

describe('a lost connection', () => {
  it('is told from a bug and from a refusal', () => {
    expect(isConnectionLoss(Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }))).toBe(true);
    expect(isConnectionLoss(new Error('Connection terminated unexpectedly'))).toBe(true);
    expect(isConnectionLoss(new Error('timeout exceeded when trying to connect'))).toBe(true);
    expect(isConnectionLoss(new TypeError('x is not a function'))).toBe(false);
    expect(isConnectionLoss(new pg.DatabaseError('m', 0, 'error'))).toBe(false);
  });
});
