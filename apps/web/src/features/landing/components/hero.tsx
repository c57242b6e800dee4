import { LANGUAGE_NAMES, LANGUAGES } from '@dragoman/domain/languages';
import type { Role } from '@dragoman/domain/roles';
import { CONTACT_PATH } from '@dragoman/domain/routes';
import { type LucideIcon, Store, TrendingUp, UserRound } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useArrivalFocus } from '@/shared/hooks/use-arrival-focus.ts';
import { ExampleExchange } from './example-exchange.tsx';

/** The first screen: what it is, shown rather than told, and the choice of audience. */
export function Hero({ onChooseRole }: { onChooseRole: (role: Role) => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const heading = useRef<HTMLHeadingElement>(null);
  useArrivalFocus(heading);
  return (
    <section className="safe-x">
      <div className="mx-auto grid max-w-6xl grid-cols-1 items-center gap-10 py-10 sm:py-14 lg:grid-cols-[1.05fr_1fr] lg:gap-16 lg:py-20">
        <div className="min-w-0">
          <p className="mb-4 flex flex-wrap items-center gap-2.5 font-semibold text-primary text-sm">
            <span className="sr-only">{t('landing.languages')}</span>
            {LANGUAGES.map((language) => (
              <span
                key={language}
                aria-hidden="true"
                lang={language}
                className="rounded-full bg-primary-tint px-3 py-1"
              >
                {LANGUAGE_NAMES[language]}
              </span>
            ))}
          </p>
          <h1 ref={heading} tabIndex={-1} className="text-2xl tracking-tight">
            {t('landing.headline')}
          </h1>
          <p className="mt-5 max-w-xl text-ink-soft text-lg">{t('landing.lead')}</p>
          <fieldset className="mt-8 grid min-w-0 grid-cols-1 gap-2.5 sm:grid-cols-3 lg:max-w-xl">
            <legend className="sr-only">{t('landing.chooseAudience')}</legend>
            <AudienceButton
              icon={Store}
              title={t('landing.vendor')}
              hint={t('landing.vendorHint')}
              onClick={() => onChooseRole('vendor')}
              main
            />
            <AudienceButton
              icon={UserRound}
              title={t('landing.visitor')}
              hint={t('landing.visitorHint')}
              onClick={() => onChooseRole('visitor')}
              main
            />
            <AudienceButton
              icon={TrendingUp}
              title={t('landing.investor')}
              hint={t('landing.investorHint')}
              onClick={() => void navigate(CONTACT_PATH)}
            />
          </fieldset>
        </div>
        <ExampleExchange />
      </div>
    </section>
  );
}

interface AudienceButtonProps {
  icon: LucideIcon;
  title: string;
  hint: string;
  onClick: () => void;
  main?: boolean;
}

function AudienceButton({ icon: Icon, title, hint, onClick, main }: AudienceButtonProps) {
  return (
    <button
      type="button"
      onClick={onClick}
      className={
        main
          ? 'flex items-center gap-3.5 rounded-card bg-primary p-4 text-start text-on-primary transition-colors duration-150 hover:bg-primary-hover sm:flex-col sm:items-start sm:gap-5'
          : 'flex items-center gap-3.5 rounded-card border border-line-strong/60 bg-surface p-4 text-start transition-colors duration-150 hover:bg-sunken sm:flex-col sm:items-start sm:gap-5'
      }
    >
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      <span className="block">
        <span className="block font-semibold">{title}</span>
        <span className={main ? 'block text-sm opacity-85' : 'block text-ink-soft text-sm'}>{hint}</span>
      </span>
    </button>
  );
}
