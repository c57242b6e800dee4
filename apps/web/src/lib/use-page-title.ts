import { useEffect } from 'react';
import { pageTitle, setPageTitle } from './page-title.ts';
import { useBackend } from './supabase.ts';

/** Names the browser tab after the page, then the product. */
export function usePageTitle(title?: string): void {
  const { name } = useBackend().config.brand;
  useEffect(() => {
    setPageTitle(title ? pageTitle(title, name) : name);
  }, [title, name]);
}
