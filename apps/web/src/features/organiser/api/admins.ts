import type { QueryClient } from '@tanstack/react-query';
import { boardQuery } from './board.ts';

export interface Admin {
  id: string;
  name: string;
  /** Whether a code of an authenticator app is asked for at sign-in. */
  hasCode: boolean;
  disabled: boolean;
  createdAt: string;
}

/** An authenticator app that was begun; a code of it makes it count. */
export interface BegunApp {
  secret: string;
  uri: string;
}

export function adminsQuery(queryClient: QueryClient) {
  return boardQuery<{ admins: Admin[]; you: string }>(queryClient, ['admins'], () => '/admins', false);
}
