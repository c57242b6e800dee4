import { describe, expect, it } from 'vitest';
import type { Profile } from '@/shared/api/database-types.ts';
import { profileFormValues, visitorSetupValues } from './form-values.ts';

const profile: Profile = {
  id: 'p',
  user_id: 'u',
  role: 'vendor',
  email: 'office@lamps.example',
  name: 'Nora Whitfield',
  language: 'ar',
  designation: null,
  linkedin: null,
  whatsapp: '+44 20 7946 0018',
  wechat: null,
  company: 'Harbour Lighting',
  phone: null,
  website: null,
  avatar_url: null,
  updated_at: '2026-05-01T09:00:00Z',
};

describe('form values', () => {
  it('start empty, in English, with the account’s address', () => {
    const values = profileFormValues(null, 'nora@lamps.example');
    expect(values).toMatchObject({ email: 'nora@lamps.example', language: 'en', name: '', company: '' });
    expect(profileFormValues(null, undefined).email).toBe('');
  });

  it('take over the row, with empty strings for what is not there', () => {
    const values = profileFormValues(profile, 'nora@lamps.example');
    expect(values).toMatchObject({
      email: 'office@lamps.example',
      language: 'ar',
      whatsapp: '+44 20 7946 0018',
      phone: '',
      wechat: '',
    });
    expect(visitorSetupValues(profile)).not.toHaveProperty('email');
  });
});
