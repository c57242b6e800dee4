import { LANGUAGE_NAMES, LANGUAGES } from '@dragoman/domain/languages';
import { CONTACT_PATH, loginPathFor } from '@dragoman/domain/routes';
import { type LucideIcon, Store, TrendingUp, UserRound } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useArrivalFocus } from '@/shared/hooks/use-arrival-focus.ts';
import { cn } from '@/shared/ui/cn.ts';
import { ExampleExchange } from './example-exchange.tsx';

/**
 * The first screen: a demonstration of the product, and the choice of audience.
 * @param props.onShowRoles what choosing a role does for a signed-in user; null: it leads to the
 * login page
 */
export function Hero({ onShowRoles }: { onShowRoles: (() => void) | null }) {
  const { t } = useTranslation();
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
          <p className="mt-5 max-w-xl text-pretty text-ink-soft text-lg">{t('landing.lead')}</p>
          <fieldset className="mt-8 grid min-w-0 grid-cols-1 gap-2.5 sm:grid-cols-3 lg:max-w-xl">
            <legend className="sr-only">{t('landing.chooseAudience')}</legend>
            <AudienceButton
              icon={Store}
              title={t('landing.vendor')}
              hint={t('landing.vendorHint')}
              action={onShowRoles ?? loginPathFor('vendor')}
              main
            />
            <AudienceButton
              icon={UserRound}
              title={t('landing.visitor')}
              hint={t('landing.visitorHint')}
              action={onShowRoles ?? loginPathFor('visitor')}
              main
            />
            <AudienceButton
              icon={TrendingUp}
              title={t('landing.investor')}
              hint={t('landing.investorHint')}
              action={CONTACT_PATH}
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
  /** A path to go to, or what a press does. */
  action: string | (() => void);
  main?: boolean;
}

function AudienceButton({ icon: Icon, title, hint, action, main = false }: AudienceButtonProps) {
  const look = cn(
    'flex items-center gap-3.5 rounded-card p-4 text-start transition-colors duration-150 sm:flex-col sm:items-start sm:gap-5',
    main
      ? 'bg-primary text-on-primary hover:bg-primary-hover'
      : 'border border-line-strong/60 bg-surface hover:bg-sunken',
  );
  const content = (
    <>
      <Icon aria-hidden="true" className="size-6 shrink-0" />
      <span className="block">
        <span className="block font-semibold">{title}</span>
        <span className={main ? 'block text-sm opacity-85' : 'block text-ink-soft text-sm'}>{hint}</span>
      </span>
    </>
  );
  return typeof action === 'string' ? (
    <Link to={action} className={look}>
      {content}
    </Link>
  ) : (
    <button type="button" onClick={action} className={look}>
      {content}
    </button>
  );
}
