import { VCARD_MEDIA_TYPE, type VCardContact, vCard, vCardFileName } from '@dragoman/domain/cards/vcard';
import { useBackend } from '@/shared/api/supabase.ts';
import { downloadFile } from '@/shared/browser/download-file.ts';
import { isInAppBrowser } from '@/shared/browser/in-app-browser.ts';

/** @param profileId of the person; a scanned card has none */
type SaveContact = (contact: VCardContact, profileId?: string) => Promise<void>;

/** The server answers in this time, or the file is made here, ms. */
const LINK_TIMEOUT_MS = 4_000;

/**
 * @returns an action that saves a person as a vCard with their name (specification 3.7). The file is
 * made in the page. The browsers of apps often ignore such files, so there the server sends it,
 * unless it cannot be reached.
 */
export function useSaveContact(): SaveContact {
  const { config, supabase } = useBackend();
  return async (contact, profileId) => {
    const save = () => downloadFile(vCardFileName(contact.name), vCard(contact), VCARD_MEDIA_TYPE);
    if (!profileId || !isInAppBrowser()) return save();
    try {
      const functions = await supabase.functions();
      const { data, error } = await functions.invoke<{ path: string }>('contact-file', {
        body: { person: profileId },
        timeout: LINK_TIMEOUT_MS,
      });
      if (error || !data) return save();
      // The server sends it as an attachment: the page stays where it is.
      window.location.assign(`${new URL('functions/v1/contact-file', config.supabaseUrl).href}${data.path}`);
    } catch {
      save();
    }
  };
}
