import { CONTACT_PATH, LOGIN_PATH } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/shared/ui/button.tsx';

/**
 * The closing 'Get Started' banner (specification 2.2).
 * @param props.onShowRoles what its button does for a signed-in user; null: it is a link to the
 * login page
 */
export function ClosingBanner({ onShowRoles }: { onShowRoles: (() => void) | null }) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="closing-title" className="safe-x bg-deep text-white">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-6 py-14">
        <div className="max-w-xl">
          <h2 id="closing-title" className="text-xl">
            {t('landing.closingTitle')}
          </h2>
          <p className="mt-2 text-pretty text-white/85">{t('landing.closingText')}</p>
        </div>
        <div className="flex flex-wrap gap-3 max-sm:w-full max-sm:*:flex-1">
          {onShowRoles ? (
            <Button variant="accent" size="lg" onClick={onShowRoles}>
              {t('landing.getStarted')}
            </Button>
          ) : (
            <Button asChild variant="accent" size="lg">
              <Link to={LOGIN_PATH}>{t('landing.getStarted')}</Link>
            </Button>
          )}
          <Button
            asChild
            variant="ghost"
            size="lg"
            className="border border-white/40 text-white hover:bg-white/10"
          >
            <Link to={CONTACT_PATH}>{t('landing.contactUs')}</Link>
          </Button>
        </div>
      </div>
    </section>
  );
}
