import { QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react';
import { AuthProvider } from './auth-provider.tsx';
import { BackendProvider } from './backend-provider.tsx';
import { createQueryClient } from './query-client.ts';

// No page waits for it; a toast that is shown earlier is kept for it. Without network the app does without.
const Toaster = lazy<ComponentType>(() =>
  import('../components/ui/toaster.tsx').then(
    ({ Toaster }) => ({ default: Toaster }),
    () => ({ default: () => null }),
  ),
);

/** Configuration and client first, then the query cache, then the signed-in user, who is read through both. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <BackendProvider>
        <AuthProvider>{children}</AuthProvider>
      </BackendProvider>
      <Suspense>
        <Toaster />
      </Suspense>
    </QueryClientProvider>
  );
}
