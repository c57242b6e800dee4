import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { backgroundPart } from '@/shared/page/background-part.tsx';
import { AuthProvider } from './auth-provider.tsx';
import { BackendProvider } from './backend-provider.tsx';
import { createQueryClient } from './query-client.ts';

/** A toast that is shown earlier is kept for it. It waits for no page: what a network's end has to say needs it while that lasts. */
const Toaster = backgroundPart(
  async () => (await import('@/shared/ui/toaster.tsx')).Toaster,
  () => Promise.resolve(),
);

/** Configuration and client first, then the query cache, then the signed-in user, who is read through both. */
export function Providers({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  return (
    <QueryClientProvider client={queryClient}>
      <BackendProvider>
        <AuthProvider>{children}</AuthProvider>
      </BackendProvider>
      <Toaster />
    </QueryClientProvider>
  );
}
