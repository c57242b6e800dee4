import { chatsPath, homePath } from '@dragoman/domain/routes';
import { ArrowLeft, Languages, NotebookText, QrCode, UserRound } from 'lucide-react';
import { memo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { LIST_BESIDE_CHAT } from '@/entities/chat/list-beside-chat.ts';
import { NotesButton } from '@/entities/lead/notes-button.tsx';
import { PersonSafety } from '@/entities/safety/person-safety.tsx';
import type { Profile } from '@/shared/api/database-types.ts';
import { useArrivalFocus } from '@/shared/hooks/use-arrival-focus.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { useMediaQuery } from '@/shared/hooks/use-media-query.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { Button } from '@/shared/ui/button.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { Tooltip } from '@/shared/ui/overlay/tooltip.tsx';
import type { LivePresence } from '../presence/presence-channel.ts';
import { OnlineDot, PresenceLine } from '../presence/presence-indicators.tsx';
import { ContactShortcuts } from './contact-shortcuts.tsx';
import { ShortcutMenuButton } from './shortcut-menu-button.tsx';
import { useShortcuts } from './use-shortcuts.ts';

const loadContactCard = async () =>
  (await import('@/entities/card/contact-card-dialog.tsx')).ContactCardDialog;
const loadLanguageDialog = async () => (await import('./language-dialog.tsx')).LanguageDialog;
// Loaded when the notes are first opened.
const loadTeamNotes = async () => (await import('../notes/team-notes-panel.tsx')).TeamNotesPanel;

interface ChatHeaderProps {
  me: Profile;
  counterpart: Profile | null;
  /** A conversation face to face that no visitor has taken along. */
  faceToFace: boolean;
  chatId: string;
  /** The vendor whose booth has the chat. */
  vendorId: string;
  presence: LivePresence | null;
  onShare: () => void;
  onAssistant: () => void;
}

/**
 * The other side's name, the way back, and the shortcuts (specification 2.18). New messages do not
 * re-render it.
 */
export const ChatHeader = memo(function ChatHeader(props: ChatHeaderProps) {
  const { me, counterpart, faceToFace, chatId, vendorId, presence, onShare, onAssistant } = props;
  const { t } = useTranslation();
  // A phone goes back to the list of chats, which wider screens show beside the chat.
  const back = useMediaQuery(LIST_BESIDE_CHAT) ? homePath(me.role) : chatsPath(me.role);
  const [choosing, setChoosing] = useState(false);
  const LanguageDialog = useLazyComponent(choosing, loadLanguageDialog, () => setChoosing(false));
  return (
    <header className="border-line border-b bg-surface pt-[env(safe-area-inset-top)]">
      <div className="flex items-center max-[17rem]:flex-wrap max-[17rem]:justify-between ps-[max(0.25rem,env(safe-area-inset-left))] pe-[max(0.25rem,env(safe-area-inset-right))]">
        <Button asChild variant="ghost" size="icon">
          <Link to={back} aria-label={t('chat.back')}>
            <ArrowLeft aria-hidden="true" className="size-5 flip-rtl" />
          </Link>
        </Button>
        <Counterpart profile={counterpart} faceToFace={faceToFace} chatId={chatId} presence={presence} />
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
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('chat.share')}
            onClick={onShare}
            // On the narrowest phones the menu has it, and the name its room.
            className={cn(counterpart && 'max-[22rem]:hidden')}
          >
            <QrCode aria-hidden="true" className="size-5" />
          </Button>
        </Tooltip>
        {counterpart && (
          <CounterpartShortcuts
            key={chatId}
            me={me}
            counterpart={counterpart}
            chatId={chatId}
            vendorId={vendorId}
            onShare={onShare}
            onAssistant={onAssistant}
          />
        )}
      </div>
      {LanguageDialog && <LanguageDialog me={me} open={choosing} onOpenChange={setChoosing} />}
    </header>
  );
});

interface CounterpartShortcutsProps {
  me: Profile;
  counterpart: Profile;
  chatId: string;
  vendorId: string;
  onShare: () => void;
  onAssistant: () => void;
}

/** The shortcuts to the counterpart: in words where there is room, else in a menu. */
function CounterpartShortcuts({ me, counterpart, onShare, onAssistant, ...chat }: CounterpartShortcutsProps) {
  const { t } = useTranslation();
  const shortcuts = useShortcuts(me, counterpart, chat);
  const { teamNotes } = shortcuts;
  const [noting, setNoting] = useState(false);
  const TeamNotesPanel = useLazyComponent(noting, loadTeamNotes, () => setNoting(false));
  const openNotes = () => setNoting(true);
  return (
    <>
      <div className="hidden @[50rem]/chat:flex">
        <NotesButton person={counterpart} />
        {teamNotes !== null && (
          <Tooltip text={t('teamNotes.count', { shown: teamNotes })}>
            <Button
              variant="ghost"
              size="icon"
              aria-haspopup="dialog"
              aria-label={t('teamNotes.count', { shown: teamNotes })}
              onClick={openNotes}
            >
              <NotebookText aria-hidden="true" className="size-5" />
            </Button>
          </Tooltip>
        )}
      </div>
      <ContactShortcuts
        shortcuts={shortcuts}
        onAssistant={onAssistant}
        className="ms-1 hidden @[50rem]/chat:flex"
      />
      <ShortcutMenuButton
        shortcuts={shortcuts}
        counterpart={counterpart}
        onShare={onShare}
        onAssistant={onAssistant}
        onTeamNotes={openNotes}
        className="@[50rem]/chat:hidden"
      />
      {teamNotes !== null && TeamNotesPanel && (
        <TeamNotesPanel me={me} chatId={chat.chatId} open={noting} onOpenChange={setNoting} />
      )}
    </>
  );
}

type CounterpartProps = Pick<ChatHeaderProps, 'faceToFace' | 'chatId' | 'presence'> & {
  profile: Profile | null;
};

function Counterpart({ profile, faceToFace, chatId, presence }: CounterpartProps) {
  const { t } = useTranslation();
  const [cardOpen, setCardOpen] = useState(false);
  const ContactCardDialog = useLazyComponent(cardOpen, loadContactCard, () => setCardOpen(false));
  const heading = useRef<HTMLHeadingElement>(null);
  useArrivalFocus(heading);
  // Above the keyboard of a phone the messages need the height. With letters of twice the size the
  // name has a line of its own.
  const box =
    'flex min-h-14 min-w-0 flex-1 items-center py-0.5 gap-2.5 max-[17rem]:order-last max-[17rem]:min-h-11 max-[17rem]:basis-full max-[17rem]:px-3 max-[17rem]:pb-1.5 max-[22rem]:gap-0 [@media(max-height:35rem)]:min-h-12';
  if (!profile) {
    return (
      <div className={box}>
        <span className="grid size-9 shrink-0 place-items-center rounded-full bg-sunken text-ink-soft max-[22rem]:hidden">
          <UserRound aria-hidden="true" className="size-5" />
        </span>
        <h1 ref={heading} tabIndex={-1} className="line-clamp-2 text-sm">
          {t(faceToFace ? 'sessions.faceToFaceGuest' : 'chat.waiting')}
        </h1>
      </div>
    );
  }
  return (
    <div className={cn(box, 'relative rounded-control hover:bg-sunken')}>
      {/* On the narrowest phones the name takes its place, so that all stays in one line. */}
      <span className="relative flex shrink-0 max-[22rem]:hidden">
        <Avatar name={profile.name} url={profile.avatar_url} className="size-9" />
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
            // Cuts a name that is too long at its end, in a page of the other direction as well.
            dir="auto"
            className="truncate text-start after:absolute after:inset-0 after:rounded-control focus-visible:outline-none focus-visible:after:outline-2 focus-visible:after:outline-primary"
          >
            {profile.name || t('chat.someone')}
          </button>
        </h1>
        <PresenceLine presence={presence} company={profile.company || t('chat.noCompany')} chatId={chatId} />
      </div>
      {ContactCardDialog && (
        <ContactCardDialog
          person={profile}
          open={cardOpen}
          onOpenChange={setCardOpen}
          footer={<PersonSafety person={profile} chatId={chatId} />}
        />
      )}
    </div>
  );
}
