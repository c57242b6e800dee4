import { QueryClientProvider } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Toaster } from '../components/ui/toaster.tsx';
import { AuthProvider } from './auth-provider.tsx';
import { BackendProvider } from './backend-provider.tsx';
import { createQueryClient } from './query-client.ts';

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
