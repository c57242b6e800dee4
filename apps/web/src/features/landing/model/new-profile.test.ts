import { expect, it } from 'vitest';
import { newProfile } from './new-profile.ts';

it.each([
  [{ id: 'u', email: 'nora.w@example.com' }, 'nora.w', 'nora.w@example.com'],
  [{ id: 'u', email: '' }, 'Anonymous', null],
  [{ id: 'u' }, 'Anonymous', null],
  [{ id: 'u', email: '@example.com' }, 'Anonymous', '@example.com'],
])('names %j', (user, name, email) => {
  expect(newProfile(user, 'vendor')).toMatchObject({
    user_id: 'u',
    role: 'vendor',
    language: 'en',
    name,
    email,
  });
});
