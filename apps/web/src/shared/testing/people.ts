import type { Profile } from '../api/database-types.ts';

/** The row of a person who has given only what they must. */
export function person(given: Partial<Profile> = {}): Profile {
  const id = given.id ?? crypto.randomUUID();
  return {
    id,
    user_id: id,
    role: 'vendor',
    name: 'Nora Whitfield',
    company: 'Harbour Lighting',
    email: 'nora@harbour.example',
    language: 'en',
    phone: null,
    designation: null,
    website: null,
    linkedin: null,
    whatsapp: null,
    wechat: null,
    avatar_url: null,
    updated_at: '2026-05-01T09:00:00Z',
    ...given,
  };
}
