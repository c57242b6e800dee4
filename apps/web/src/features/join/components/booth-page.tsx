import { boothFailure } from '@dragoman/domain/navigation/booth';
import { homeOf } from '@dragoman/domain/navigation/decision';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { LanguageSwitch } from '@/entities/profile/language-switch.tsx';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { FullPage } from '@/shared/layout/full-page.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { asksGuest } from '../model/guest-entrance.ts';
import { useBoothDecision } from '../model/use-booth-decision.ts';
import { useChatPreload } from '../model/use-chat-preload.ts';
import { useGuestStage } from '../model/use-guest-stage.ts';
import { JoinButton } from './join-button.tsx';
import { JoinCard } from './join-card.tsx';
import { JoinLoading } from './join-loading.tsx';
import { ShareChoice } from './share-choice.tsx';
import { SignedOutOptions } from './signed-out-options.tsx';

/** Why a code leads to no chat, and whether that may change while one waits. */
const NO_CHAT = {
  'not-found': { title: 'booth.unknownTitle', text: 'booth.unknownText', again: false },
  replaced: { title: 'booth.replacedTitle', text: 'booth.replacedText', again: false },
  paused: { title: 'booth.pausedTitle', text: 'booth.pausedText', again: true },
  'load-failed': { title: 'join.loadFailed', text: 'join.loadFailedText', again: true },
} as const;

/**
 * The page of a booth code: like the join page, with a session for each visitor (docs/adr/0025).
 * @param props.preloadChat loads the code of the chat page; absent on the server
 */
export function BoothPage({ preloadChat }: { preloadChat?: () => void }) {
  const { t } = useTranslation();
  const { code = '' } = useParams();
  usePageTitle(t('join.title'));
  const [stage, setStage] = useGuestStage();
  const { booth, viewer, decision, offersGuests, refresh } = useBoothDecision(code, stage);
  const view = decision.kind === 'show' ? decision.view : null;
  const asking = asksGuest(stage, decision);
  useChatPreload(asking || view === 'offer-join', preloadChat);

  if (view !== null && view in NO_CHAT) {
    const { title, text, again } = NO_CHAT[view as keyof typeof NO_CHAT];
    const name = booth?.vendor?.name || t('join.unknownVendor');
    return (
      <FullPage title={t(title)} text={t(text, { name })}>
        {again && (
          <Button size="lg" onClick={refresh}>
            {t('common.tryAgain')}
          </Button>
        )}
        <Button asChild size="lg" variant={again ? 'ghost' : 'primary'}>
          <Link to={homeOf(viewer.profile)}>{t('common.goHome')}</Link>
        </Button>
      </FullPage>
    );
  }
  return (
    <JoinCard
      vendor={booth?.vendor ?? null}
      label={booth?.label ?? null}
      brief={asking}
      tools={<LanguageSwitch variant="header" className="-me-2.5" />}
    >
      <SignedOutOptions
        target={{ kind: 'booth', code }}
        isStranger={view === 'log-in'}
        offersGuests={offersGuests}
        asksGuest={asking}
        onStage={setStage}
      />
      {view === 'offer-join' && (
        <>
          <JoinButton
            target={{ kind: 'booth', code }}
            viewer={viewer}
            onRefused={(who, refusal) => {
              // It may just have been paused or replaced: then the page shows that.
              refresh();
              return boothFailure(who, refusal);
            }}
          />
          <ShareChoice vendor={booth?.vendor ?? null} />
        </>
      )}
      {view === null && !asking && <JoinLoading />}
    </JoinCard>
  );
}
