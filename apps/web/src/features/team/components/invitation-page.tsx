import { homeOf } from '@dragoman/domain/navigation/decision';
import { loginPath, TEAM_PATH, teamInvitationPath } from '@dragoman/domain/routes';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, Navigate, useParams } from 'react-router';
import type { BoothInvitationView } from '@/entities/booth/team.ts';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { useViewer } from '@/entities/profile/use-viewer.ts';
import { BrandLink } from '@/entities/site/top-bar.tsx';
import { useUser } from '@/shared/auth/auth-context.ts';
import { useArrivalFocus } from '@/shared/hooks/use-arrival-focus.ts';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { LoadingScreen } from '@/shared/layout/loading-screen.tsx';
import { toast } from '@/shared/toast/toast.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { Alert } from '@/shared/ui/status/alert.tsx';
import { useAcceptInvitation, useInvitation } from '../api/invitation.ts';
import { FAULT_TEXTS } from '../model/booth-fault.ts';
import { type InvitationOffer, invitationOffer } from '../model/invitation-offer.ts';
import { useFaultText } from './use-fault-text.ts';

/**
 * `/team/{token}`: asks a vendor to work at a booth (docs/adr/0083).
 * @param props.preloadTeam loads the code of the team's page; always the same function
 */
export function InvitationPage({ preloadTeam }: { preloadTeam: () => void }) {
  const { t } = useTranslation();
  const { token = '' } = useParams();
  usePageTitle(t('team.joinTitle'));
  const viewer = useViewer();
  const { auth } = viewer;
  const query = useInvitation(token, useUser()?.id, auth === 'signed-in' || auth === 'signed-out');
  const offer = invitationOffer(viewer, query);
  const mayAccept = offer.kind === 'show' && offer.act === 'accept';
  // While the vendor reads the offer, so that the team is there at once after it.
  useEffect(() => {
    if (mayAccept) preloadTeam();
  }, [mayAccept, preloadTeam]);

  if (offer.kind === 'wait') return <LoadingScreen />;
  if (offer.kind === 'accepted') return <Navigate to={TEAM_PATH} replace />;
  if (offer.kind === 'failed') {
    return (
      <FullPage title={t('team.joinTitle')} text={t('team.loadFailed')}>
        <Button size="lg" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </FullPage>
    );
  }
  if (offer.kind === 'ended') {
    return (
      <FullPage title={t('team.joinTitle')} text={t(FAULT_TEXTS[offer.fault])}>
        <Button asChild size="lg">
          <Link to={homeOf(viewer.profile)}>{t('common.goHome')}</Link>
        </Button>
      </FullPage>
    );
  }
  return (
    <InvitationCard booth={offer.booth}>
      <Act token={token} offer={offer} />
    </InvitationCard>
  );
}

function InvitationCard({
  booth,
  children,
}: {
  booth: NonNullable<BoothInvitationView['booth']>;
  /** The one thing to do. */
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  useArrivalFocus(heading);
  return (
    <div className="safe-x safe-bottom flex min-h-dvh flex-col pt-[env(safe-area-inset-top)]">
      <header className="flex min-h-16 items-center justify-between gap-3">
        <BrandLink />
        <LanguageSwitch variant="header" className="-me-2.5" />
      </header>
      <main
        id="content"
        className="mx-auto grid w-full max-w-sm flex-1 grid-cols-[minmax(0,1fr)] content-center gap-8 py-8 text-center"
      >
        <h1 ref={heading} tabIndex={-1} className="font-semibold text-base text-ink-soft">
          {t('team.joinTitle')}
        </h1>
        <div className="wrap-anywhere flex flex-col items-center gap-1">
          <Avatar name={booth.name} url={booth.avatar_url} className="mb-4 size-28 text-xl" />
          <p dir="auto" className="font-semibold text-xl">
            {booth.name || t('chat.someone')}
          </p>
          {booth.company && (
            <p dir="auto" className="text-ink-soft text-lg">
              {booth.company}
            </p>
          )}
          <p className="mt-4 text-pretty">{t('team.joinText', { name: booth.name || t('chat.someone') })}</p>
        </div>
        <div className="grid content-start gap-4">{children}</div>
      </main>
    </div>
  );
}

function Act({ token, offer }: { token: string; offer: Extract<InvitationOffer, { kind: 'show' }> }) {
  const { t } = useTranslation();
  const accept = useAcceptInvitation(() => toast.success(t('team.joined')));
  const faultText = useFaultText();
  if (offer.act === 'log-in' || offer.act === 'set-up') {
    return (
      <>
        <p className="text-ink-soft">{offer.act === 'log-in' ? t('team.joinLogin') : t('team.joinSetup')}</p>
        <Button asChild size="lg" className="w-full">
          {/* From there a new account goes on to its profile, and comes back here. */}
          <Link to={loginPath(teamInvitationPath(token))}>
            {offer.act === 'log-in' ? t('join.loginButton') : t('team.joinSetupButton')}
          </Link>
        </Button>
      </>
    );
  }
  return (
    <>
      <p className="text-pretty text-ink-soft text-sm">{t('team.joinExplain')}</p>
      {accept.error && <Alert tone="danger">{faultText(accept.error)}</Alert>}
      <Button size="lg" className="w-full" busy={accept.isPending} onClick={() => accept.mutate(token)}>
        {t('team.joinButton')}
      </Button>
    </>
  );
}
