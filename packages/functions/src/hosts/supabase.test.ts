import { describe, expect, test, vi } from 'vitest';
import { deadUrl, startLocalServer } from '../testing/local-server.ts';
import { recordingOf } from '../testing/recordings.ts';
import {
  supabaseBusinessCard,
  supabaseEntrancePass,
  supabaseSpeechToText,
  supabaseTranslate,
} from './supabase.ts';

/** Auth as GoTrue answers it: a user for the one good token, 403 for any other. */
function startAuth() {
  return startLocalServer(({ headers, path }) =>
    headers.authorization === 'Bearer good' && headers.apikey
      ? (profileOf(path) ?? { body: { id: '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10', aud: 'authenticated' } })
      : { status: 403, body: { code: 403, error_code: 'bad_jwt', msg: 'invalid JWT' } },
  );
}

/** Mimics the response to the query for the caller's profile. */
function profileOf(path: string, rows: object[] = [{ user_id: 'u1' }]) {
  return path.startsWith('/rest/v1/profiles?select=user_id') ? { body: rows } : null;
}

function post(headers: Record<string, string>, text = 'How much is it?'): Request {
  return new Request('http://own.invalid/functions/v1/translate', {
    method: 'POST',
    headers: { 'content-type': 'application/json', apikey: 'anon', ...headers },
    body: JSON.stringify({ text, sourceLanguage: 'en', targetLanguage: 'zh' }),
  });
}

describe('the Supabase host', () => {
  test('answers a preflight without asking who calls', async () => {
    const handle = supabaseTranslate({ SUPABASE_URL: await deadUrl() });
    const response = await handle(new Request('http://own.invalid/translate', { method: 'OPTIONS' }));
    expect(response.status).toBe(204);
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(response.headers.get('access-control-allow-headers')).toContain('authorization');
  });

  test('lets a verified caller translate, with CORS on the answer', async () => {
    const auth = await startAuth();
    const handle = supabaseTranslate({ SUPABASE_URL: `${auth.url}/`, SUPABASE_ANON_KEY: 'anon' });
    const response = await handle(post({ authorization: 'Bearer good' }));
    expect(await response.json()).toEqual({ translatedText: '多少钱？', engine: 'phrasebook' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(auth.seen).toMatchObject([
      { method: 'GET', path: '/auth/v1/user', headers: { apikey: 'anon' } },
      { method: 'GET', headers: { apikey: 'anon', authorization: 'Bearer good' } },
    ]);
  });

  test.each<Record<string, string>>([
    {},
    { authorization: 'Bearer bad' },
    { authorization: 'Basic Z29vZA==' },
    { authorization: 'Bearer ' },
  ])('refuses %j', async (headers) => {
    const auth = await startAuth();
    const response = await supabaseTranslate({ SUPABASE_URL: auth.url })(post(headers));
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({ error: 'No session' });
  });

  test('refuses a session that has not proved the second factor of its user', async () => {
    const token = (claims: object) =>
      `Bearer header.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
    const factors = [{ id: 'f1', status: 'verified', factor_type: 'totp' }];
    const auth = await startLocalServer(({ path }) =>
      path === '/auth/v1/user' ? { body: { id: 'u1', factors } } : (profileOf(path) ?? { status: 404 }),
    );
    const handle = supabaseTranslate({ SUPABASE_URL: auth.url, SUPABASE_ANON_KEY: 'anon' });
    for (const authorization of [token({ aal: 'aal1' }), token({}), 'Bearer odd', 'Bearer a.%.c']) {
      const response = await handle(post({ authorization }));
      expect(response.status, authorization).toBe(403);
      expect(await response.json()).toMatchObject({ code: 'insufficient_aal' });
    }
    expect((await handle(post({ authorization: token({ aal: 'aal2' }) }))).status).toBe(200);
    factors[0] = { id: 'f1', status: 'unverified', factor_type: 'totp' };
    expect((await handle(post({ authorization: token({ aal: 'aal1' }) }))).status).toBe(200);
  });

  test('does not mistake an auth service that is away for a missing session', async () => {
    const response = await supabaseTranslate({ SUPABASE_URL: await deadUrl() })(
      post({ authorization: 'Bearer good' }),
    );
    expect(response.status).toBe(503);
    const broken = await startLocalServer(() => ({ status: 500 }));
    const second = await supabaseTranslate({ SUPABASE_URL: broken.url })(
      post({ authorization: 'Bearer good' }),
    );
    expect(second.status).toBe(503);
  });

  test('reads the glossary with the service key, and says nothing rather than a brand wrongly', async () => {
    const term = { term: 'How much', mode: 'keep', en: null, zh: null, ar: null };
    const auth = await startLocalServer(({ path, headers }) => {
      if (path === '/auth/v1/user') return { body: { id: 'u1' } };
      const profile = profileOf(path);
      if (profile) return profile;
      return headers.authorization === 'Bearer service' ? { body: [term] } : { status: 401 };
    });
    const env = { SUPABASE_URL: auth.url, SUPABASE_SERVICE_ROLE_KEY: 'service' };
    const log = { info: vi.fn(), warn: vi.fn() };
    expect((await supabaseTranslate(env, log)(post({ authorization: 'Bearer good' }))).status).toBe(503);
    expect(auth.seen.at(-1)).toMatchObject({
      path: '/rest/v1/rpc/glossary_for',
      body: { user_id: 'u1', session_id: null },
    });
    const wrongKey = { ...env, SUPABASE_SERVICE_ROLE_KEY: 'old' };
    expect((await supabaseTranslate(wrongKey, log)(post({ authorization: 'Bearer good' }))).status).toBe(500);
  });

  test('uses the engines of the environment', async () => {
    const auth = await startAuth();
    const chat = await startLocalServer(() => ({
      body: { choices: [{ message: { content: '箱子湿了。' }, finish_reason: 'stop' }] },
    }));
    const env = { SUPABASE_URL: auth.url, TRANSLATION_OPENAI_URL: chat.url, TRANSLATION_OPENAI_MODEL: 'm' };
    const handle = supabaseTranslate(env, { info: vi.fn(), warn: vi.fn() });
    const response = await handle(post({ authorization: 'Bearer good' }, 'The crate is wet.'));
    expect(await response.json()).toEqual({ translatedText: '箱子湿了。', engine: 'openai-compatible' });
  });

  test('is for users with a profile, and fails closed', async () => {
    const rows: object[] = [];
    const backend = await startLocalServer(({ path }) => profileOf(path, rows) ?? { body: { id: 'u1' } });
    const handle = supabaseTranslate({ SUPABASE_URL: backend.url });
    const refused = await handle(post({ authorization: 'Bearer good' }));
    expect(refused.status).toBe(403);
    expect(await refused.json()).toMatchObject({ code: 'no-profile' });
    rows.push({ user_id: 'u1' });
    expect((await handle(post({ authorization: 'Bearer good' }))).status).toBe(200);
    const broken = await startLocalServer(({ path }) =>
      path === '/auth/v1/user' ? { body: { id: 'u1' } } : { status: 500 },
    );
    const log = { info: vi.fn(), warn: vi.fn() };
    const closed = await supabaseTranslate(
      { SUPABASE_URL: broken.url },
      log,
    )(post({ authorization: 'Bearer good' }));
    expect(closed.status).toBe(500);
  });

  test('names what is missing', () => {
    expect(() => supabaseTranslate({})).toThrow('SUPABASE_URL');
    expect(() =>
      supabaseTranslate({ SUPABASE_URL: 'http://a.invalid', TRANSLATION_OPENAI_URL: 'http://b.invalid' }),
    ).toThrow('TRANSLATION_OPENAI_MODEL');
  });
});

describe('speech-to-text on Supabase', () => {
  async function speech(): Promise<Request> {
    const body = new FormData();
    body.set('audio', new Blob([await recordingOf('webm', 1)]));
    const headers = { authorization: 'Bearer good', apikey: 'anon' };
    return new Request('http://own.invalid/functions/v1/speech-to-text', { method: 'POST', headers, body });
  }

  test('asks the engine in the language of the profile, which the caller may read', async () => {
    const backend = await startLocalServer(({ path }) =>
      path.startsWith('/rest/v1/profiles')
        ? { body: [{ user_id: 'u1', language: 'ar' }] }
        : { body: { id: '0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10' } },
    );
    const provider = await startLocalServer(() => ({ body: { text: 'مرحبا' } }));
    const handle = supabaseSpeechToText(
      { SUPABASE_URL: `${backend.url}/`, STT_OPENAI_URL: provider.url, STT_OPENAI_MODEL: 'm' },
      { info: vi.fn(), warn: vi.fn() },
    );
    const response = await handle(await speech());
    expect(await response.json()).toEqual({ text: 'مرحبا' });
    expect(response.headers.get('access-control-allow-origin')).toBe('*');
    expect(backend.seen[2]).toMatchObject({
      path: '/rest/v1/profiles?select=language&user_id=eq.0198c1de-7b1a-7cc3-9a52-3f1b8f6c2d10',
      headers: { authorization: 'Bearer good', apikey: 'anon' },
    });
    expect(provider.seen[0]?.bytes.toString('latin1')).toMatch(/name="language"\r\n\r\nar\r\n/);
  });

  test('says so without an engine, and names what is missing for one', async () => {
    const auth = await startAuth();
    const response = await supabaseSpeechToText({ SUPABASE_URL: auth.url })(await speech());
    expect(response.status).toBe(503);
    const env = { SUPABASE_URL: auth.url, STT_OPENAI_URL: 'http://b.invalid' };
    expect(() => supabaseSpeechToText(env)).toThrow('STT_OPENAI_MODEL');
  });
});

describe('reading cards and passes on Supabase', () => {
  const image = `data:image/png;base64,${Buffer.from('89504e470d0a1a0a', 'hex').toString('base64')}`;
  const scan = () =>
    new Request('http://own.invalid/functions/v1/process-business-card', {
      method: 'POST',
      headers: { authorization: 'Bearer good', apikey: 'anon' },
      body: JSON.stringify({ image }),
    });

  test('asks the vision model of the environment', async () => {
    const auth = await startAuth();
    const model = await startLocalServer(() => ({
      body: { choices: [{ message: { content: '{"name":"Ada Okafor","company":"Benue Agro"}' } }] },
    }));
    const env = { SUPABASE_URL: auth.url, VISION_OPENAI_URL: model.url, VISION_OPENAI_MODEL: 'm' };
    const log = { info: vi.fn(), warn: vi.fn() };
    for (const handle of [supabaseBusinessCard(env, log), supabaseEntrancePass(env, log)]) {
      const response = await handle(scan());
      expect(response.headers.get('access-control-allow-origin')).toBe('*');
      expect(await response.json()).toMatchObject({
        success: true,
        data: { name: 'Ada Okafor', company: 'Benue Agro' },
      });
    }
  });

  test('says so when no engine is configured', async () => {
    const auth = await startAuth();
    const response = await supabaseEntrancePass({ SUPABASE_URL: auth.url })(scan());
    expect(response.status).toBe(503);
    expect(await response.json()).toEqual({ success: false, error: 'Failed to process entrance pass' });
    expect(() => supabaseBusinessCard({ SUPABASE_URL: auth.url, VISION_OPENAI_KEY: 'k' })).toThrow(
      'VISION_OPENAI_URL',
    );
  });
});
