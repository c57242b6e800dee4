import { type JoinTarget, targetPath } from '@dragoman/domain/join-target';
import { loginPath } from '@dragoman/domain/routes';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Button } from '@/shared/ui/button.tsx';
import type { GuestStage } from '../model/guest-entrance.ts';
import { GuestEntrance } from './guest-entrance.tsx';

interface StrangerWaysProps {
  target: JoinTarget;
  /** Whether the user is signed out. */
  isStranger: boolean;
  offersGuests: boolean;
  /** Whether the guest's form is shown. */
  asksGuest: boolean;
  onStage: (stage: GuestStage) => void;
}

/** The ways in for who has not signed in: with a name alone, where guests are let in, or with an account (specification 2.17). */
export function StrangerWays({ target, isStranger, offersGuests, asksGuest, onStage }: StrangerWaysProps) {
  const { t } = useTranslation();
  return (
    <>
      {isStranger && !asksGuest && (
        <>
          <p className="text-ink-soft">{t('join.loginText')}</p>
          {offersGuests && (
            <Button size="lg" className="w-full" onClick={() => onStage({ at: 'asked' })}>
              {t('join.guestButton')}
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
    </>
  );
}
