import { expect, it } from 'vitest';
import { matchesAccessToken } from './access-token-hash.ts';

// The example of OpenID Connect Core, appendix A.4.
const ACCESS_TOKEN = 'jHkWEdUXMU1BwAsC4vtUsZwnNvTIxEl0z9K3vx5KF0Y';
const AT_HASH = '77QmUPtjPfzWtF2AnpK9RQ';

it('is the standard’s own example', () => {
  expect(matchesAccessToken(AT_HASH, ACCESS_TOKEN, 'RS256')).toBe(true);
});

it('goes by the hash of the signature', () => {
  expect(matchesAccessToken(AT_HASH, ACCESS_TOKEN, 'RS512')).toBe(false);
});

it('does not match another token', () => {
  expect(matchesAccessToken(AT_HASH, `${ACCESS_TOKEN}x`, 'RS256')).toBe(false);
});
