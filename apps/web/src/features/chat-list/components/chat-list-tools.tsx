import { useTranslation } from 'react-i18next';
import { cn } from '@/shared/ui/cn.ts';
import { SearchField } from '@/shared/ui/form/search-field.tsx';
import { CHAT_VIEWS, type ChatView } from '../model/chat-filter.ts';

interface ChatListToolsProps {
  query: string;
  onQuery: (query: string) => void;
  view: ChatView;
  onView: (view: ChatView) => void;
  sizes: Record<ChatView, number>;
  /** Whether the user works in a booth's team. */
  team: boolean;
}

/** Search, and which of the sessions are shown. */
export function ChatListTools({ query, onQuery, view, onView, sizes, team }: ChatListToolsProps) {
  const { t } = useTranslation();
  const texts = {
    all: t('sessions.viewAll'),
    unassigned: t('sessions.viewUnassigned'),
    mine: t('sessions.viewMine'),
    waiting: t('sessions.viewWaiting'),
    open: t('sessions.viewOpen'),
  };
  const views = CHAT_VIEWS.filter((one) => {
    // A visitor has no open codes.
    if (one === 'open') return sizes.open > 0 || view === 'open';
    return team || (one !== 'unassigned' && one !== 'mine');
  });
  return (
    <div className="mb-4 flex flex-wrap items-center gap-3">
      <div className="w-full sm:w-72">
        <SearchField
          label={t('sessions.search')}
          hint={t('sessions.searchHint')}
          clearLabel={t('contacts.clearSearch')}
          value={query}
          onChange={onQuery}
        />
      </div>
      <fieldset className="flex min-w-0 flex-wrap gap-2">
        <legend className="sr-only">{t('sessions.views')}</legend>
        {views.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={one === view}
            onClick={() => onView(one)}
            className={cn(
              'min-h-11 rounded-full border px-4 font-semibold text-sm transition-colors duration-150',
              one === view ? 'border-primary bg-primary-tint text-primary' : 'bg-surface hover:bg-sunken',
            )}
          >
            {texts[one]} <span className="font-normal tabular-nums">{sizes[one]}</span>
          </button>
        ))}
      </fieldset>
    </div>
  );
}
