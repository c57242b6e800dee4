import { VCARD_MEDIA_TYPE, type VCardContact, vCard, vCardFileName } from '@dragoman/domain/vcard';
import { downloadFile } from '@/shared/browser/download-file.ts';

/** Saves a person as a vCard with their name (specification 3.7). */
export function saveContact(contact: VCardContact): void {
  downloadFile(vCardFileName(contact.name), vCard(contact), VCARD_MEDIA_TYPE);
}
