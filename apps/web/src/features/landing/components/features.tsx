import type { Role } from '@dragoman/domain/roles';
import { Check, IdCard, Languages, MessagesSquare, Sparkles } from 'lucide-react';
import { useTranslation } from 'react-i18next';

const FEATURES = [
  { key: 'translation', icon: Languages },
  { key: 'cards', icon: IdCard },
  { key: 'chat', icon: MessagesSquare },
  { key: 'assistant', icon: Sparkles },
] as const;

/** 'Powerful Features' (specification 1.4, 2.2): four cards, then what each audience gets. */
export function Features() {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="features-title" className="safe-x bg-sunken">
      <div className="mx-auto max-w-6xl py-16">
        <h2 id="features-title" className="text-xl">
          {t('landing.featuresTitle')}
        </h2>
        <ul className="mt-8 grid gap-3 sm:grid-cols-2 sm:gap-4 lg:grid-cols-4">
          {FEATURES.map(({ key, icon: Icon }) => (
            <li key={key} className="rounded-card bg-surface p-5 sm:p-6">
              <Icon aria-hidden="true" className="size-7 text-primary" />
              <h3 className="mt-4 font-semibold">{t(`landing.features.${key}Title`)}</h3>
              <p className="mt-1.5 text-ink-soft text-sm">{t(`landing.features.${key}Text`)}</p>
            </li>
          ))}
        </ul>
        <h2 className="mt-16 text-xl">{t('landing.audienceTitle')}</h2>
        <div className="mt-6 grid gap-x-12 gap-y-10 sm:grid-cols-2">
          <Audience of="vendor" />
          <Audience of="visitor" />
        </div>
      </div>
    </section>
  );
}

const POINTS = [1, 2, 3, 4] as const;

function Audience({ of }: { of: Role }) {
  const { t } = useTranslation();
  return (
    <div>
      <h3 className="border-b pb-3 text-lg">{t(`landing.audience.${of}Title`)}</h3>
      <ul className="mt-3 grid gap-2.5">
        {POINTS.map((point) => (
          <li key={point} className="flex items-center gap-2.5">
            <Check aria-hidden="true" className="size-5 shrink-0 text-success" />
            {t(`landing.audience.${of}${point}`)}
          </li>
        ))}
      </ul>
    </div>
  );
}
