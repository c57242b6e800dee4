import type { ProfileFormMessages, VisitorDetailsMessages } from '@dragoman/domain/profile-forms';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The texts of specification 5.3 in the interface's language, for the schemas of the domain. */
export function useFormMessages(): ProfileFormMessages & VisitorDetailsMessages {
  const { t } = useTranslation();
  return useMemo(
    () => ({
      nameTooShort: t('profileForm.nameTooShort'),
      companyTooShort: t('profileForm.companyTooShort'),
      emailInvalid: t('profileForm.emailInvalid'),
      websiteInvalid: t('profileForm.websiteInvalid'),
      tooLong: t('profileForm.tooLong'),
    }),
    [t],
  );
}
