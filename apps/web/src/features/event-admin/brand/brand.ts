import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { sendAdminAction } from '../api/dashboard.ts';
import { callEventAdmin, isSignedOut } from '../api/event-admin-api.ts';
import { EVENT_ADMIN_KEY, sessionEnded } from '../api/session.ts';

export interface SponsorFields {
  label: string;
  text: string;
  link: string;
  image?: string | undefined;
}

/** The brand in the form of `brand.json`; pictures by their names. */
export interface BrandFields {
  name: string;
  company: string;
  email: string;
  phone: string;
  website: string;
  whatsapp: string;
  location?: string;
  availability?: string;
  footerCredit: string;
  copyrightYear: number;
  logo?: string;
  icon?: string;
  colors: { primary?: string; primaryDark?: string; accent?: string };
  sponsors: SponsorFields[];
  emptyPlaces: boolean;
}

export type Tokens = Record<string, string>;

export interface BrandOnServer {
  brand: BrandFields;
  /** Keys with other values than in the file. */
  changed: string[];
  revision: number;
  /** Addresses of data, by the pictures' names. */
  pictures: Record<string, string>;
}

export function brandQuery(queryClient: QueryClient) {
  return queryOptions({
    queryKey: [EVENT_ADMIN_KEY, 'brand'],
    queryFn: async ({ signal }) => {
      try {
        return await callEventAdmin<BrandOnServer>('/brand', { poll: true, signal });
      } catch (error) {
        if (isSignedOut(error)) sessionEnded(queryClient);
        throw error;
      }
    },
    // The form is filled once.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
}

/** @param value null: the file's brand again */
export function saveBrand(
  queryClient: QueryClient,
  value: BrandFields | null,
  seen: number,
): Promise<undefined> {
  return sendAdminAction(queryClient, '/brand', { method: 'PUT', body: { value, seen } }, ['brand']);
}

export function previewColors(
  queryClient: QueryClient,
  colors: BrandFields['colors'],
): Promise<{ light: Tokens; dark: Tokens; problems: Array<{ path: string }> }> {
  return sendAdminAction(queryClient, '/brand/colors', { method: 'POST', body: { colors } });
}

/** @returns the name that the brand is to refer to the picture by */
export async function uploadPicture(queryClient: QueryClient, file: File): Promise<string> {
  const { name } = await sendAdminAction<{ name: string }>(queryClient, '/brand/pictures', {
    method: 'POST',
    body: file,
  });
  return name;
}
