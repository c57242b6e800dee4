import { X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { interfaceLanguage } from '@/shared/i18n/i18n.ts';
import { AnnouncementCard } from './announcement-card.tsx';
import { useAnnouncement } from './use-announcement.ts';

const STORAGE_KEY = 'dragoman-announcement-seen';

/**
 * The administrators' announcement, under the page's bar, until it is dismissed or withdrawn. Its
 * arrival does not move the page, and this browser remembers which one was dismissed.
 */
export function AnnouncementBanner() {
  const { t } = useTranslation();
  const announcement = useAnnouncement();
  const [putAway, setPutAway] = useState(readPutAway);
  const shown = announcement && announcement.id !== putAway ? announcement : null;

  function close(id: string) {
    setPutAway(id);
    try {
      localStorage.setItem(STORAGE_KEY, id);
    } catch {
      // Forbidden or full: until the next loading, then.
    }
  }

  return (
    <div
      role="status"
      className="safe-x pointer-events-none fixed inset-x-0 top-[calc(env(safe-area-inset-top)+4.5rem)] z-30 flex justify-center"
    >
      {shown && (
        <div className="pointer-events-auto w-full max-w-xl animate-fade">
          <AnnouncementCard
            announcement={shown}
            language={interfaceLanguage()}
            action={
              <button
                type="button"
                aria-label={t('common.close')}
                onClick={() => close(shown.id)}
                className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-sunken hover:text-ink"
              >
                <X aria-hidden="true" className="size-5" />
              </button>
            }
          />
        </div>
      )}
    </div>
  );
}

function readPutAway(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY);
  } catch {
    return null;
  }
}
