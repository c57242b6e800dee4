import { HOME_PATH, LOGIN_PATH } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { useBackend } from '@/shared/api/supabase.ts';
import { useAuth } from '@/shared/auth/auth-context.ts';
import { Logo } from '@/shared/layout/logo.tsx';
import { AddressText } from '@/shared/ui/address-text.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { LanguageSwitch } from '../profile/language-switch.tsx';

/** The bar of the public pages: the product's name, and signing in or out. */
export function TopBar() {
  const { t } = useTranslation();
  const { state, signOut } = useAuth();
  return (
    <header className="safe-x border-b pt-[env(safe-area-inset-top)]">
      <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-2 max-xs:flex-wrap max-xs:py-2 sm:gap-3">
        <BrandLink short={state.status === 'signed-in' ? 'phone' : 'narrow'} />
        {state.status === 'signed-in' && (
          <div className="flex min-w-0 items-center gap-1 max-xs:flex-wrap sm:gap-2">
            <LanguageSwitch />
            <AddressText className="min-w-0 text-ink-soft text-xs xs:truncate sm:text-sm">
              {state.user.email ?? ''}
            </AddressText>
            <Button variant="secondary" onClick={() => void signOut()}>
              {t('nav.logout')}
            </Button>
          </div>
        )}
        {state.status === 'signed-out' && (
          <nav
            aria-label={t('nav.account')}
            className="flex xs:shrink-0 items-center max-xs:flex-wrap sm:gap-2"
          >
            <LanguageSwitch />
            <Button asChild variant="ghost" className="px-2 sm:px-4">
              <Link to={LOGIN_PATH}>{t('nav.login')}</Link>
            </Button>
            <Button asChild className="px-2.5 sm:px-4">
              <Link to={LOGIN_PATH} state={{ view: 'sign-up' }}>
                {t('nav.signUp')}
              </Link>
            </Button>
          </nav>
        )}
      </div>
    </header>
  );
}

/**
 * The mark and the product's name, leading home.
 * @param props.short only the mark is visible, to leave room for the other controls: on any phone,
 *   or on the narrowest ones
 */
export function BrandLink({ short }: { short?: 'phone' | 'narrow' }) {
  const { name, logo } = useBackend().config.brand;
  return (
    <Link to={HOME_PATH} className="flex min-h-11 min-w-0 items-center rounded-control font-semibold">
      {/*
       * Without room for both, the mark wraps to a hidden line, because a cut name says less. With
       * large letters the name has two lines.
       */}
      <span className="flex h-8 min-w-0 flex-row-reverse flex-wrap justify-end gap-x-2.5 overflow-hidden max-xs:h-auto">
        <span
          dir="auto"
          className={cn(
            'max-xs:wrap-anywhere max-xs:text-sm xs:text-lg max-xs:line-clamp-2 max-xs:leading-tight xs:truncate xs:leading-8',
            short === 'phone' && 'max-sm:sr-only',
            short === 'narrow' && 'xs:max-[22.5rem]:sr-only',
          )}
        >
          {name}
        </span>
        {logo ? (
          <img
            {...logo}
            alt=""
            className={cn(
              'h-8 w-auto max-w-32 shrink-0 object-contain',
              short !== 'phone' && 'max-xs:hidden',
            )}
          />
        ) : (
          <Logo className={cn('my-0.5 size-7 shrink-0 text-primary', short !== 'phone' && 'max-xs:hidden')} />
        )}
      </span>
    </Link>
  );
}
