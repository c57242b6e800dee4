import { AUTH_STORAGE_KEY } from '../auth/auth-storage.ts';

/** Keeps a session in this browser, for what asks the client for one; it is gone after the test. */
export function storeSession(): void {
  const expires_in = 3600;
  const session = {
    access_token: 'access',
    refresh_token: 'refresh',
    token_type: 'bearer',
    expires_in,
    expires_at: Math.floor(Date.now() / 1000) + expires_in,
    user: { id: '7f9f0a0e-52c5-4a3b-a9b2-6a8b1a0c7a11' },
  };
  localStorage.setItem(AUTH_STORAGE_KEY, JSON.stringify(session));
}
