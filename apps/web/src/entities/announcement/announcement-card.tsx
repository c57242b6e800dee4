import { LANGUAGE_TAGS, type Language, textDirection } from '@dragoman/domain/languages';
import { Megaphone } from 'lucide-react';
import type { ReactNode } from 'react';
import { type AnnouncementTexts, announcementText } from '@/shared/config/announcement-text.ts';

interface AnnouncementCardProps {
  announcement: AnnouncementTexts;
  /** The reader's. */
  language: Language;
  /** At its end. */
  action?: ReactNode;
}

/** The look of an announcement, in the app and in the preview for event admins. */
export function AnnouncementCard({ announcement, language, action }: AnnouncementCardProps) {
  const shown = announcementText(announcement, language);
  if (!shown) return null;
  return (
    <div
      dir={textDirection(language)}
      className="flex items-start gap-3 rounded-card border border-accent/60 bg-accent-tint py-2 ps-3.5 pe-2 text-ink shadow-soft"
    >
      <Megaphone aria-hidden="true" className="flip-rtl mt-2.5 size-5 shrink-0 text-warning" />
      <p
        lang={LANGUAGE_TAGS[shown.language]}
        dir={textDirection(shown.language)}
        className="wrap-anywhere max-h-[40dvh] min-w-0 flex-1 overflow-y-auto py-2 text-sm"
      >
        {shown.text}
      </p>
      {action}
    </div>
  );
}
