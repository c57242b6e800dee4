import { SAID } from '../fixtures/dictionary.ts';
import type { People, Person } from '../fixtures/people.ts';
import { PASSWORD, SALMA } from '../fixtures/people.ts';
import type { Language } from '../fixtures/texts.ts';
import { totpCode } from '../fixtures/totp.ts';

/** The data on the screens: a vendor in mid-event, with one code open and one chat going on. */
export interface Scene {
  vendor: Person;
  visitor: Person;
  openSession: string;
  chat: string;
  /** The token of an open invitation to the vendor's booth. */
  teamInvitation: string;
  newcomer: { session: unknown };
  /** Signed in by password, and waiting for the second factor. */
  halfway: { session: unknown };
}

/**
 * Creates the accounts, the chat and the open code.
 * @param language of the vendor and the visitor, and so of their pages
 */
export async function createScene(people: People, language: Language): Promise<Scene> {
  const [seller, buyer, newcomer, guarded] = await Promise.all([
    people.vendor({
      language,
      whatsapp: '+971 50 555 0142',
      wechat: 'harbour_lighting',
      designation: 'Head of Sales',
    }),
    people.visitor({ ...SALMA, language, phone: '+966 50 555 0188' }),
    people.account(),
    people.visitor({ language }),
  ]);
  const halfway = { session: await halfwaySession(guarded) };
  const chat = await people.meet(seller, buyer);
  await people.sendMessage(seller, chat, {
    content: SAID.en.greeting.text,
    translated_content: SAID.en.greeting.ar,
  });
  await people.sendMessage(buyer, chat, {
    content: SAID.ar.question.text,
    translated_content: SAID.ar.question.en,
  });
  await reportTranslation(buyer, chat);
  // Each has read it, and the other sees when: the heading of a chat is at its longest, and the
  // chat opens at its end.
  for (const person of [seller, buyer]) {
    const mark = { session_id: chat, up_to: new Date().toISOString() };
    const { error } = await person.client.rpc('mark_session_read', mark);
    if (error) throw error;
  }
  return {
    vendor: seller,
    visitor: buyer,
    newcomer,
    halfway,
    chat,
    openSession: await people.openSession(seller),
    teamInvitation: await invite(seller),
  };
}

/** @returns the token of a new invitation to a vendor's booth */
export async function invite(vendor: Person): Promise<string> {
  const made = await vendor.client.rpc('create_booth_invitation').single<{ token: string }>();
  if (made.error) throw made.error;
  return made.data.token;
}

/** The administrators' page then lists a translation that its reader found bad. */
async function reportTranslation({ client, profile, profileId }: Person, chat: string): Promise<void> {
  const message = await client
    .from('messages')
    .select('id')
    .eq('session_id', chat)
    .neq('sender_id', profileId)
    .single();
  if (message.error) throw message.error;
  const report = {
    reporter_id: profileId,
    message_id: message.data.id,
    target_language: profile.language === 'ar' ? 'en' : 'ar',
  };
  await client.from('translation_reports').insert(report).throwOnError();
}

/** Adds an authenticator app and signs in by password alone. */
async function halfwaySession({ client, email }: Person): Promise<unknown> {
  const { data: factor, error } = await client.auth.mfa.enroll({ factorType: 'totp' });
  if (error) throw error;
  const proof = { factorId: factor.id, code: totpCode(factor.totp.secret) };
  const { error: refused } = await client.auth.mfa.challengeAndVerify(proof);
  if (refused) throw refused;
  const { data } = await client.auth.signInWithPassword({ email, password: PASSWORD });
  return data.session;
}
