import { homeOf, joinFailure } from '@dragoman/domain/navigation';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { asksGuest, type GuestStage } from '../model/guest-entrance.ts';
import { useJoinDecision } from '../model/use-join-decision.ts';
import { JoinButton } from './join-button.tsx';
import { JoinCard } from './join-card.tsx';
import { JoinLoading } from './join-loading.tsx';
import { ShareChoice } from './share-choice.tsx';
import { StrangerWays } from './stranger-ways.tsx';

/** The join screen (specification 2.17, 4.6): where a scanned code leads. */
export function JoinPage() {
  const { t } = useTranslation();
  const { sessionId = '' } = useParams();
  usePageTitle(t('join.title'));
  const [stage, setStage] = useState<GuestStage>({ at: 'outside' });
  const { vendor, viewer, decision, offersGuests, retry } = useJoinDecision(sessionId, stage);
  const view = decision.kind === 'show' ? decision.view : null;
  const asking = asksGuest(stage, decision);

  if (view === 'not-found') {
    return (
      <FullPage title={t('join.notFoundTitle')} text={t('join.notFoundText')}>
        <Button asChild size="lg">
          <Link to={homeOf(viewer.profile)}>{t('common.goHome')}</Link>
        </Button>
      </FullPage>
    );
  }
  if (view === 'load-failed') {
    return (
      <FullPage title={t('join.loadFailed')} text={t('join.loadFailedText')}>
        <Button size="lg" onClick={retry}>
          {t('common.tryAgain')}
        </Button>
        <Button asChild variant="ghost">
          <Link to={homeOf(viewer.profile)}>{t('common.goHome')}</Link>
        </Button>
      </FullPage>
    );
  }
  return (
    <JoinCard vendor={vendor} brief={asking} tools={<LanguageSwitch variant="name" className="-me-2.5" />}>
      <StrangerWays
        target={{ kind: 'session', id: sessionId }}
        isStranger={view === 'log-in'}
        offersGuests={offersGuests}
        asksGuest={asking}
        onStage={setStage}
      />
      {view === 'offer-join' && (
        <>
          <JoinButton target={{ kind: 'session', id: sessionId }} viewer={viewer} onRefused={joinFailure} />
          <ShareChoice vendor={vendor} />
        </>
      )}
      {view === null && !asking && <JoinLoading />}
    </JoinCard>
  );
}
