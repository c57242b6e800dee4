import { LANGUAGE_NAMES, type Language } from '@dragoman/domain/languages';
import { homePath } from '@dragoman/domain/routes';
import { ArrowLeft, QrCode, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { Profile } from '@/shared/api/database-types.ts';
import { useArrivalFocus } from '@/shared/hooks/use-arrival-focus.ts';
import { useLazyComponent } from '@/shared/hooks/use-lazy-component.ts';
import { usePageTitle } from '@/shared/hooks/use-page-title.ts';
import { useWakeLock } from '@/shared/hooks/use-wake-lock.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Select } from '@/shared/ui/form/select.tsx';
import { otherLanguages, type Side } from '../model/conversation.ts';
import type { Interpreter } from '../model/interpreter.ts';
import { useConversation } from '../model/use-conversation.ts';
import { useSpeech } from '../model/use-speech.ts';
import { ConversationSide } from './conversation-side.tsx';
import { TextEntry } from './text-entry.tsx';

// Loaded when the code is first shown.
const loadTakeAlong = async () => (await import('./take-along-dialog.tsx')).TakeAlongDialog;

interface FaceToFacePageProps {
  me: Profile;
  /** Always the same object. */
  interpreter: Interpreter;
  /** The language that the person opposite probably has. */
  likelyLanguage: Language;
}

/**
 * One phone between two people: the lower half is the owner's, the upper half is turned round for
 * the person opposite. Each side speaks, writes or chooses a phrase in its own language; the other
 * reads the translation large, and hears it where the device has a voice. A vendor's guest takes the
 * conversation along with a QR code.
 */
export function FaceToFacePage({ me, interpreter, likelyLanguage }: FaceToFacePageProps) {
  const { t } = useTranslation();
  usePageTitle(t('faceToFace.title'));
  useWakeLock(true);
  const heading = useRef<HTMLHeadingElement>(null);
  useArrivalFocus(heading);
  const own = me.language;
  const [chosen, setOther] = useState(likelyLanguage);
  const other = chosen === own ? (otherLanguages(own)[0] ?? chosen) : chosen;
  const languages = { own, other };
  const [aloud, setAloud] = useState(true);
  const [entry, setEntry] = useState<{ side: Side; text: string } | null>(null);
  /** The side that has just left its field: the focus goes back to its button. */
  const [wrote, setWrote] = useState<Side | null>(null);
  const { voice, keeping } = interpreter;
  const [taking, setTaking] = useState(false);
  const TakeAlongDialog = useLazyComponent(taking, loadTakeAlong, () => setTaking(false));
  const voices = useSyncExternalStore(voice.languages.subscribe, voice.languages.get);

  const speech = useSpeech(interpreter, languages);
  const conversation = useConversation(interpreter, languages, (text, language) => {
    // Not into an open microphone.
    if (aloud && !speech?.busy) voice.read(text, language);
  });

  useEffect(() => {
    window.addEventListener('pagehide', voice.stop);
    return () => {
      window.removeEventListener('pagehide', voice.stop);
      voice.stop();
    };
  }, [voice]);

  const side = (which: Side) => ({
    side: which,
    language: languages[which],
    conversation,
    speech,
    interpreter,
    canListen: voices,
    focusesWrite: wrote === which,
    onWrite: (text: string) => {
      voice.stop();
      setEntry({ side: which, text });
      setWrote(which);
    },
  });

  if (entry) {
    return (
      <TextEntry
        language={languages[entry.side]}
        text={entry.text}
        onDone={(text) => {
          speech?.discard(entry.side);
          conversation.say(entry.side, text);
          setEntry(null);
        }}
        onCancel={() => setEntry(null)}
      />
    );
  }
  return (
    <main
      id="content"
      className="grid h-dvh grid-cols-[minmax(0,1fr)] grid-rows-[minmax(min(13rem,40dvh),1fr)_auto_minmax(min(13rem,40dvh),1fr)] overflow-y-auto bg-paper"
    >
      <ConversationSide {...side('other')} />
      <div className="flex items-center gap-1 border-y bg-sunken max-[17rem]:flex-wrap ps-[max(0.25rem,env(safe-area-inset-left))] pe-[max(0.5rem,env(safe-area-inset-right))]">
        <Button asChild variant="ghost" size="icon">
          <Link to={homePath(me.role)} aria-label={t('faceToFace.leave')}>
            <ArrowLeft aria-hidden="true" className="size-5 flip-rtl" />
          </Link>
        </Button>
        <div className="min-w-0 flex-1">
          {/* The narrowest phones have no room for it, and show what it says. */}
          <h1 ref={heading} tabIndex={-1} className="wrap-anywhere text-sm max-[22.5rem]:sr-only">
            {t('faceToFace.title')}
          </h1>
        </div>
        {keeping && (
          <Button
            variant="ghost"
            size="icon"
            aria-label={t('faceToFace.showCode')}
            // The first line opens the chat.
            disabled={conversation.lines.length === 0}
            onClick={() => setTaking(true)}
          >
            <QrCode aria-hidden="true" className="size-5" />
          </Button>
        )}
        <Button
          variant="ghost"
          size="icon"
          aria-label={t('faceToFace.readAloud')}
          aria-pressed={aloud}
          onClick={() => {
            if (aloud) voice.stop();
            setAloud(!aloud);
          }}
        >
          {aloud ? (
            <Volume2 aria-hidden="true" className="size-5" />
          ) : (
            <VolumeX aria-hidden="true" className="size-5 text-ink-soft" />
          )}
        </Button>
        <div className="w-32 shrink-0 py-1 max-[17rem]:w-full">
          <Select
            aria-label={t('faceToFace.otherLanguage')}
            value={other}
            disabled={speech?.busy === 'other'}
            onChange={(event) => setOther(event.target.value as Language)}
          >
            {otherLanguages(own).map((language) => (
              <option key={language} value={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <ConversationSide {...side('own')} />
      {keeping && TakeAlongDialog && (
        <TakeAlongDialog keeping={keeping} open={taking} onOpenChange={setTaking} />
      )}
    </main>
  );
}
