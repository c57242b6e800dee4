import { expect, test } from 'vitest';
import { publishableKey, secretKey, serviceHeaders } from './supabase-rest.ts';

const LEGACY = { SUPABASE_ANON_KEY: 'eyJ.anon.s', SUPABASE_SERVICE_ROLE_KEY: 'eyJ.service.s' };

test('keys of the dictionaries come before the keys of older projects', () => {
  const env = {
    ...LEGACY,
    SUPABASE_PUBLISHABLE_KEYS: '{"web":"sb_publishable_web","default":"sb_publishable_own"}',
    SUPABASE_SECRET_KEYS: '{"cron":"sb_secret_cron"}',
  };
  expect(publishableKey(env)).toBe('sb_publishable_own');
  expect(secretKey(env)).toBe('sb_secret_cron');
  expect(publishableKey(LEGACY)).toBe('eyJ.anon.s');
  expect(secretKey(LEGACY)).toBe('eyJ.service.s');
  expect(publishableKey({ ...LEGACY, SUPABASE_PUBLISHABLE_KEYS: '{}' })).toBe('eyJ.anon.s');
  expect(secretKey({})).toBeNull();
});

test.each(['sb_secret_plain', '["sb_secret_a"]', '{"default":""}', '{"default":7}'])(
  'a dictionary of the form %s is refused, and its contents are not repeated',
  (text) => {
    expect(() => secretKey({ SUPABASE_SECRET_KEYS: text })).toThrow(
      'SUPABASE_SECRET_KEYS must be a JSON dictionary: {"default": "…"}',
    );
  },
);

test('a secret key is no token: only the keys of older projects go into Authorization', () => {
  const sent = serviceHeaders({ SUPABASE_SECRET_KEYS: '{"default":"sb_secret_own"}' });
  expect(sent).toEqual({ apikey: 'sb_secret_own' });
  expect(serviceHeaders(LEGACY)).toEqual({ apikey: 'eyJ.service.s', authorization: 'Bearer eyJ.service.s' });
  expect(serviceHeaders({})).toBeNull();
});
