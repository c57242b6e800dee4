import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { usePasskeysOffered } from '@/entities/account/passkeys.ts';
import { useBackend } from '@/shared/api/supabase.ts';
import { useAuth } from '@/shared/auth/auth-context.ts';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { FactorCodeView } from './factor-code-view.tsx';
import { LoginLayout } from './login-layout.tsx';
import { PasskeyButton } from './passkey-button.tsx';
import { RecoveryCodeView } from './recovery-code-view.tsx';

type View = 'factor' | 'recovery';

/**
 * Asks a user who has given the password for the second factor: a code, a recovery code in its
 * place, or a passkey.
 */
export function SecondFactorPage() {
  const { t } = useTranslation();
  const { state, signOut } = useAuth();
  const offersPasskeys = usePasskeysOffered();
  const { hosted } = useBackend().config;
  const [view, setView] = useState<View>('factor');
  const section = useFocusOnChange(view);
  // While the page is being left.
  if (state.status !== 'second-factor') return <LoadingScreen />;
  const other: View = view === 'factor' ? 'recovery' : 'factor';
  return (
    <LoginLayout title={t('secondFactor.title')} subtitle={t('secondFactor.text')}>
      <section
        ref={section}
        tabIndex={-1}
        aria-label={t(view === 'factor' ? 'secondFactor.codeView' : 'secondFactor.recoveryView')}
        className="outline-none"
      >
        {view === 'factor' ? <FactorCodeView user={state.user} /> : <RecoveryCodeView />}
      </section>
      {offersPasskeys && <PasskeyButton label={t('secondFactor.usePasskey')} />}
      <div className="mt-4 grid justify-items-center">
        {hosted ? (
          <p className="text-center text-ink-soft text-sm">{t('secondFactor.noRecoveryHere')}</p>
        ) : (
          <Button variant="link" size="inline" onClick={() => setView(other)}>
            {t(view === 'factor' ? 'secondFactor.useRecoveryCode' : 'secondFactor.useFactor')}
          </Button>
        )}
        <Button variant="link" size="inline" onClick={() => void signOut()}>
          {t('nav.logout')}
        </Button>
      </div>
    </LoginLayout>
  );
}

/** Moves the focus to the new view; at first the heading has it. */
function useFocusOnChange(view: View) {
  const section = useRef<HTMLElement>(null);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === view) return;
    shown.current = view;
    section.current?.focus({ preventScroll: true });
  }, [view]);
  return section;
}
