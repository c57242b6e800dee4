import { type JoinTarget, targetPath } from '@dragoman/domain/join-target';
import { loginPath } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/shared/ui/button.tsx';
import type { GuestStage } from '../model/guest-entrance.ts';
import { GUEST_LINK } from '../model/use-guest-stage.ts';
import { GuestEntrance } from './guest-entrance.tsx';

interface SignedOutOptionsProps {
  target: JoinTarget;
  /** Whether the user is signed out. */
  isStranger: boolean;
  offersGuests: boolean;
  /** Whether the guest's form is shown. */
  asksGuest: boolean;
  onStage: (stage: GuestStage) => void;
}

/**
 * The ways in for signed-out visitors: with a name alone, where guests are let in, or with an
 * account (specification 2.17).
 */
export function SignedOutOptions({
  target,
  isStranger,
  offersGuests,
  asksGuest,
  onStage,
}: SignedOutOptionsProps) {
  const { t } = useTranslation();
  return (
    // The server renders this before it knows the user (shared/styles/index.css).
    <div data-signed-out className="contents">
      {isStranger && !asksGuest && (
        <>
          <p className="text-ink-soft">{t('join.loginText')}</p>
          {offersGuests && (
            <Button asChild size="lg" className="w-full">
              <Link to={GUEST_LINK} replace>
                {t('join.guestButton')}
              </Link>
            </Button>
          )}
        </>
      )}
      {(asksGuest || (isStranger && offersGuests)) && (
        <GuestEntrance open={asksGuest} target={target} onStage={onStage} />
      )}
      {isStranger && (
        <Button
          asChild
          size="lg"
          variant={asksGuest ? 'ghost' : offersGuests ? 'secondary' : 'primary'}
          className="w-full"
        >
          <Link to={loginPath(targetPath(target))}>{t('join.loginButton')}</Link>
        </Button>
      )}
    </div>
  );
}
