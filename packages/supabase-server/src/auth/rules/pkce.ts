import { createHash, timingSafeEqual } from 'node:crypto';

/** A client's commitment to finish a flow with its verifier (RFC 7636). */
export interface CodeChallenge {
  challenge: string;
  method: 's256' | 'plain';
}

/** Checks whether the verifier is the one that the challenge was made from. */
export function matchesChallenge(verifier: string, { challenge, method }: CodeChallenge): boolean {
  const made =
    method === 's256' ? createHash('sha256').update(verifier, 'utf8').digest('base64url') : verifier;
  const [a, b] = [Buffer.from(made), Buffer.from(challenge)];
  return a.length === b.length && timingSafeEqual(a, b);
}
