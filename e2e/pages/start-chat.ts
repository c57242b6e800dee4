import { type People, type Person, type Profile, SIYUAN } from '../fixtures/people.ts';

/** A chat and its two people. */
export interface Chat {
  vendor: Person;
  visitor: Person;
  sessionId: string;
}

/**
 * Creates a vendor who can be reached on WhatsApp and WeChat, a visitor, and their chat.
 * @param reader the profile of the visitor
 */
export async function startChat(people: People, reader: Partial<Profile> = SIYUAN): Promise<Chat> {
  const vendor = await people.vendor({ whatsapp: '+971 50 555 0142', wechat: 'harbour_lighting' });
  const visitor = await people.visitor(reader);
  return { vendor, visitor, sessionId: await people.meet(vendor, visitor) };
}
