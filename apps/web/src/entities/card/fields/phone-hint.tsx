import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PhoneHelp } from '@/shared/format/phone-help.ts';

/**
 * Help with a number that is being typed, once `look` is called (when the field is left, say); it
 * goes when the text changes. The numbering plans are loaded then; without network there is no
 * help, and nothing else is lost.
 */
export function usePhoneHelp(text: string): { help: PhoneHelp | null; look: () => void } {
  const [last, setLast] = useState<{ text: string; help: PhoneHelp | null } | null>(null);
  return {
    help: last?.text === text ? last.help : null,
    look: () => {
      import('@/shared/format/phone-help.ts').then(
        ({ phoneHelp }) => setLast({ text, help: phoneHelp(text) }),
        () => undefined,
      );
    },
  };
}

/** Shows how a phone number was understood, or which part it lacks. */
export function PhoneHint({ help }: { help: PhoneHelp }) {
  const { t, i18n } = useTranslation();
  switch (help.kind) {
    case 'recognised':
      return (
        <span className="block">
          <bdi dir="ltr">{help.number}</bdi>
          {help.country && ` · ${countryName(help.country, i18n.language)}`}
        </span>
      );
    case 'country-missing':
      return <span className="block">{t('profileForm.phoneCountryMissing')}</span>;
    case 'unlikely':
      return <span className="block">{t('profileForm.phoneUnlikely')}</span>;
  }
}

function countryName(country: string, language: string): string {
  return new Intl.DisplayNames([language], { type: 'region' }).of(country) ?? country;
}
