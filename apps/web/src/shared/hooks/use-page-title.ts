import { useEffect } from 'react';
import { useBackend } from '../api/supabase.ts';
import { pageTitle, setPageTitle } from '../page/page-title.ts';

/** Names the browser tab after the page, then the product. */
export function usePageTitle(title?: string): void {
  const { name } = useBackend().config.brand;
  useEffect(() => {
    setPageTitle(title ? pageTitle(title, name) : name);
  }, [title, name]);
}
