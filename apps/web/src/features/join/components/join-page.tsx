import { homeOf } from '@dragoman/domain/navigation/decision';
import { joinFailure } from '@dragoman/domain/navigation/join';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { asksGuest } from '../model/guest-entrance.ts';
import { useChatPreload } from '../model/use-chat-preload.ts';
import { useGuestStage } from '../model/use-guest-stage.ts';
import { useJoinDecision } from '../model/use-join-decision.ts';
import { JoinButton } from './join-button.tsx';
import { JoinCard } from './join-card.tsx';
import { JoinLoading } from './join-loading.tsx';
import { ShareChoice } from './share-choice.tsx';
import { SignedOutOptions } from './signed-out-options.tsx';

/**
 * The join screen (specification 2.17, 4.6): where a scanned code leads.
 * @param props.preloadChat loads the code of the chat page; absent on the server
 */
export function JoinPage({ preloadChat }: { preloadChat?: () => void }) {
  const { t } = useTranslation();
  const { sessionId: chatId = '' } = useParams();
  usePageTitle(t('join.title'));
  const [stage, setStage] = useGuestStage();
  const { vendor, viewer, decision, offersGuests, retry } = useJoinDecision(chatId, stage);
  const view = decision.kind === 'show' ? decision.view : null;
  const asking = asksGuest(stage, decision);
  useChatPreload(asking || view === 'offer-join', preloadChat);

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
    <JoinCard vendor={vendor} brief={asking} tools={<LanguageSwitch variant="header" className="-me-2.5" />}>
      <SignedOutOptions
        target={{ kind: 'session', id: chatId }}
        isStranger={view === 'log-in'}
        offersGuests={offersGuests}
        asksGuest={asking}
        onStage={setStage}
      />
      {view === 'offer-join' && (
        <>
          <JoinButton target={{ kind: 'session', id: chatId }} viewer={viewer} onRefused={joinFailure} />
          <ShareChoice vendor={vendor} />
        </>
      )}
      {view === null && !asking && <JoinLoading />}
    </JoinCard>
  );
}
