import { DEFAULT_LANGUAGE, type Language } from '@dragoman/domain/languages';
import type { ProfileForm, VisitorDetails } from '@dragoman/domain/profile-forms';
import type { Profile } from '@/shared/api/database-types.ts';

export type VisitorSetupForm = VisitorDetails & { language: Language };

/**
 * A form starts with the row as last known on this device. When the server's row differs, untouched
 * fields take its values. Otherwise a save would write old values back.
 */
export const FOLLOW_ROW = { keepDirtyValues: true };

/**
 * Initial values of the profile form: the existing row, else empty fields.
 * @param accountEmail the account's address, used until the profile has its own
 * @param language the initial selection; without it the row's
 */
export function profileFormValues(
  profile: Profile | null,
  accountEmail: string | undefined,
  language?: Language,
): ProfileForm {
  return {
    ...visitorSetupValues(profile, language),
    email: profile?.email ?? accountEmail ?? '',
  };
}

/**
 * Initial values of the visitor's setup.
 * @param language the initial selection; without it the row's
 */
export function visitorSetupValues(profile: Profile | null, language?: Language): VisitorSetupForm {
  return {
    name: profile?.name ?? '',
    company: profile?.company ?? '',
    designation: profile?.designation ?? '',
    phone: profile?.phone ?? '',
    website: profile?.website ?? '',
    linkedin: profile?.linkedin ?? '',
    whatsapp: profile?.whatsapp ?? '',
    wechat: profile?.wechat ?? '',
    language: language ?? profile?.language ?? DEFAULT_LANGUAGE,
  };
}
