import { homePath } from '@dragoman/domain/routes';
import { ArrowLeft, Languages, QrCode, UserRound } from 'lucide-react';
import { memo, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { NotesButton } from '@/entities/lead/notes-button.tsx';
import { PersonSafety } from '@/entities/safety/person-safety.tsx';
import type { Profile } from '@/shared/api/database-types.ts';
import { useArrivalFocus } from '@/shared/hooks/use-arrival-focus.ts';
import { useOnDemand } from '@/shared/hooks/use-on-demand.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { Tooltip } from '@/shared/ui/tooltip.tsx';
import type { LivePresence } from '../presence/presence-channel.ts';
import { OnlineDot, PresenceLine } from '../presence/presence-signs.tsx';
import { ContactShortcuts } from './contact-shortcuts.tsx';

const loadContactCard = async () =>
  (await import('@/entities/card/contact-card-dialog.tsx')).ContactCardDialog;
const loadLanguageDialog = async () => (await import('./language-dialog.tsx')).LanguageDialog;

interface ChatHeaderProps {
  me: Profile;
  counterpart: Profile | null;
  sessionId: string;
  presence: LivePresence | null;
  onShare: () => void;
  onAssistant: () => void;
}

/**
 * The other side's name, the way back, and the shortcuts (specification 2.18). New messages do not
 * re-render it.
 */
export const ChatHeader = memo(function ChatHeader(props: ChatHeaderProps) {
  const { me, counterpart, sessionId, presence, onShare, onAssistant } = props;
  const { t } = useTranslation();
  const [choosing, setChoosing] = useState(false);
  const LanguageDialog = useOnDemand(choosing, loadLanguageDialog, () => setChoosing(false));
  return (
    <header className="border-line border-b bg-surface pt-[env(safe-area-inset-top)]">
      <div className="flex flex-wrap items-center gap-x-1 ps-[max(0.5rem,env(safe-area-inset-left))] pe-[max(0.5rem,env(safe-area-inset-right))]">
        <Button asChild variant="ghost" size="icon">
          <Link to={homePath(me.role)} aria-label={t('chat.back')}>
            <ArrowLeft aria-hidden="true" className="size-5 flip-rtl" />
          </Link>
        </Button>
        <Counterpart
          me={me}
          profile={counterpart}
          sessionId={sessionId}
          presence={presence}
          onAssistant={onAssistant}
        />
        <Tooltip text={t('chat.changeLanguage')}>
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('chat.changeLanguage')}
            onClick={() => setChoosing(true)}
          >
            <Languages aria-hidden="true" className="size-5" />
          </Button>
        </Tooltip>
        <Tooltip text={t('chat.share')}>
          <Button variant="ghost" size="icon" aria-label={t('chat.share')} onClick={onShare}>
            <QrCode aria-hidden="true" className="size-5" />
          </Button>
        </Tooltip>
        {counterpart && <NotesButton person={counterpart} />}
        {counterpart && <ContactShortcuts me={me} counterpart={counterpart} onAssistant={onAssistant} />}
      </div>
      {LanguageDialog && <LanguageDialog me={me} open={choosing} onOpenChange={setChoosing} />}
    </header>
  );
});

type CounterpartProps = Omit<ChatHeaderProps, 'counterpart' | 'onShare'> & { profile: Profile | null };

function Counterpart({ me, profile, sessionId, presence, onAssistant }: CounterpartProps) {
  const { t } = useTranslation();
  const [cardOpen, setCardOpen] = useState(false);
  const ContactCardDialog = useOnDemand(cardOpen, loadContactCard, () => setCardOpen(false));
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    if (!isAsking || cardOpen) return;
    // After the card has returned the focus: the panel takes it from there and returns it there.
    const timer = setTimeout(() => {
      setAsking(false);
      onAssistant();
    });
    return () => clearTimeout(timer);
  }, [isAsking, cardOpen, onAssistant]);
  const heading = useRef<HTMLHeadingElement>(null);
  useArrivalFocus(heading);
  // Its width is what decides whether the shortcuts still find room in the same line.
  const box = 'flex min-h-16 min-w-0 flex-1 basis-36 items-center gap-3 max-[22rem]:basis-20';
  if (!profile) {
    return (
      <div className={box}>
        <span className="grid size-10 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft max-[22rem]:hidden">
          <UserRound aria-hidden="true" className="size-5" />
        </span>
        <h1 ref={heading} tabIndex={-1} className="line-clamp-2 text-sm">
          {t('chat.waiting')}
        </h1>
      </div>
    );
  }
  return (
    <div className={cn(box, 'relative rounded-control hover:bg-sunken')}>
      {/* On the narrowest phones the name takes its place, so that all stays in one line. */}
      <span className="relative flex shrink-0 max-[22rem]:hidden">
        <Avatar name={profile.name} url={profile.avatar_url} className="size-10" />
        {presence && <OnlineDot presence={presence} />}
      </span>
      <div className="min-w-0 flex-1">
        <h1 ref={heading} tabIndex={-1} className="flex text-base">
          {/* The whole block is the button's target. */}
          <button
            type="button"
            aria-haspopup="dialog"
            title={t('contactCard.show')}
            onClick={() => setCardOpen(true)}
            // Of a name that is too long its end is cut, in a page of the other direction as well.
            dir="auto"
            className="truncate text-start after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary"
          >
            {profile.name || t('chat.someone')}
          </button>
        </h1>
        <PresenceLine
          presence={presence}
          company={profile.company || t('chat.noCompany')}
          sessionId={sessionId}
          profileId={profile.id}
        />
      </div>
      {ContactCardDialog && (
        <ContactCardDialog
          person={profile}
          open={cardOpen}
          onOpenChange={setCardOpen}
          footer={
            <>
              <ContactShortcuts
                me={me}
                counterpart={profile}
                place="card"
                onAssistant={() => {
                  setCardOpen(false);
                  setAsking(true);
                }}
              />
              <PersonSafety person={profile} sessionId={sessionId} />
            </>
          }
        />
      )}
    </div>
  );
}
