import { IdCard, QrCode, ScanLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { intlLocale } from '@/shared/i18n/intl-locale.ts';

const STEPS = [
  { key: 'show', icon: QrCode },
  { key: 'scan', icon: ScanLine },
  { key: 'talk', icon: IdCard },
] as const;

/** From the code to the card in three steps (specification 1.3). */
export function HowItWorks() {
  const { t, i18n } = useTranslation();
  const number = new Intl.NumberFormat(intlLocale(i18n.language));
  return (
    <section aria-labelledby="how-title" className="safe-x">
      <div className="mx-auto max-w-6xl border-t py-14 lg:py-20">
        <h2 id="how-title" className="text-xl">
          {t('landing.howTitle')}
        </h2>
        <ol className="mt-8 grid gap-x-12 gap-y-8 sm:grid-cols-3">
          {STEPS.map(({ key, icon: Icon }, index) => (
            <li key={key} className="max-sm:flex max-sm:items-start max-sm:gap-4">
              <span
                aria-hidden="true"
                className="relative grid size-14 shrink-0 place-items-center rounded-card bg-deep text-white"
              >
                <Icon className="size-6.5" />
                <span className="-end-2 -top-2 absolute grid size-6 place-items-center rounded-full bg-accent font-semibold text-on-accent text-xs">
                  {number.format(index + 1)}
                </span>
              </span>
              <div className="sm:mt-5">
                <h3 className="text-lg">{t(`landing.how.${key}Title`)}</h3>
                <p className="mt-1 text-ink-soft">{t(`landing.how.${key}Text`)}</p>
              </div>
            </li>
          ))}
        </ol>
      </div>
    </section>
  );
}
