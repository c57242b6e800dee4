import type { QueryClient } from '@tanstack/react-query';
import { dashboardQuery } from '../api/dashboard.ts';

export interface Admin {
  id: string;
  name: string;
  /** Whether sign-in asks for a code of an authenticator app. */
  hasCode: boolean;
  disabled: boolean;
  createdAt: string;
}

/** An authenticator app that was begun; a code of it makes it count. */
export interface PendingAuthenticatorApp {
  secret: string;
  uri: string;
}

export function adminsQuery(queryClient: QueryClient) {
  return dashboardQuery<{ admins: Admin[]; you: string }>(queryClient, ['admins'], () => '/admins', false);
}
