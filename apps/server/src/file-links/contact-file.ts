import { VCARD_MEDIA_TYPE, type VCardContact, vCard, vCardFileName } from '@dragoman/domain/cards/vcard';
import type { AppContext } from '../context.ts';
import type { FileSource } from './file-link-routes.ts';

const CONTACT = 'select name, company, phone, email, website from public.shared_profiles where id = $1';

/** A person's contact as a vCard, without what they withhold from the person who asks. */
export function contactFile({ db }: Pick<AppContext, 'db'>): FileSource {
  return {
    name: 'contact-file',
    key: 'person',
    missing: 'There is no such person, or you do not see them',
    async make(scope, person) {
      const values = [person];
      const [contact] = await db.request<VCardContact & Record<string, unknown>>(scope, {
        text: CONTACT,
        values,
      });
      if (!contact) return null;
      const named = { ...contact, name: contact.name || 'Contact' };
      return { name: vCardFileName(named.name), type: VCARD_MEDIA_TYPE, text: vCard(named) };
    },
  };
}
