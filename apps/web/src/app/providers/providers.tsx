import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Backend } from '@/shared/api/supabase.ts';
import { lazyAfterLoad } from '@/shared/page/lazy-after-load.tsx';
import { AuthProvider } from './auth-provider.tsx';
import { BackendProvider } from './backend-provider.tsx';

/**
 * Toasts shown before it has loaded are queued. It does not wait for the page: the loss of the
 * network must be shown at once.
 */
const Toaster = lazyAfterLoad(
  async () => (await import('@/shared/ui/overlay/toaster.tsx')).Toaster,
  () => Promise.resolve(),
);

interface ProvidersProps {
  queryClient: QueryClient;
  backend: Backend | undefined;
  children: ReactNode;
}

/**
 * Configuration and client first, then the query cache, then the signed-in user, who is read
 * through both.
 */
export function Providers({ queryClient, backend, children }: ProvidersProps) {
  return (
    <QueryClientProvider client={queryClient}>
      <BackendProvider initial={backend}>
        <AuthProvider>{children}</AuthProvider>
      </BackendProvider>
      <Toaster />
    </QueryClientProvider>
  );
}
