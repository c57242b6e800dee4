import { expect, it } from 'vitest';
import { authCallbackParams } from './auth-callback-params.ts';

it.each([
  ['', '', null],
  ['?redirect=%2Fjoin%2Fa&view=sign-up', '#top', null],
  ['?code=0b5e', '', 'code'],
  ['?error=access_denied&error_code=otp_expired', '', 'refused'],
  ['', '#error_code=otp_expired&sb=', 'refused'],
  ['', '#error_description=Expired', 'refused'],
  ['?code=0b5e', '#error=server_error', 'refused'],
  ['', '#access_token=a&refresh_token=b', 'refused'],
])('reads %j %j as %j', (search, hash, answer) => {
  expect(authCallbackParams({ search, hash })).toBe(answer);
});
