import { useTranslation } from 'react-i18next';
import { type BlockedPerson, useBlocks } from '@/entities/safety/blocks.ts';
import { UnblockButton } from '@/entities/safety/unblock-button.tsx';
import { formatDate } from '@/shared/format/format-date.ts';
import { Avatar } from '@/shared/ui/avatar.tsx';
import { cn } from '@/shared/ui/cn.ts';
import { LoadingText } from '@/shared/ui/status/loading-text.tsx';

/** The people whom the user has blocked, with a button to unblock them. */
export function BlockedPeople({ className }: { className?: string }) {
  const { t } = useTranslation();
  const { data } = useBlocks();
  return (
    <section className={cn('grid gap-3', className)}>
      <div>
        <h2 className="text-lg">{t('trust.blockedTitle')}</h2>
        <p className="mt-1 text-ink-soft text-sm">{t('trust.blockedText')}</p>
      </div>
      {!data && <LoadingText text={t('trust.blockedLoading')} />}
      {data?.length === 0 && <p className="text-sm">{t('trust.blockedNone')}</p>}
      {data && data.length > 0 && (
        <ul className="grid gap-2">
          {data.map((block) => (
            <BlockedRow key={block.blocked_id} block={block} />
          ))}
        </ul>
      )}
    </section>
  );
}

function BlockedRow({ block }: { block: BlockedPerson }) {
  const { t, i18n } = useTranslation();
  const name = block.person?.name || t('chat.someone');
  return (
    <li className="flex flex-wrap items-center gap-3 rounded-card border bg-surface p-3">
      <Avatar name={name} url={block.person?.avatar_url} className="size-10 text-xs" />
      <div className="min-w-0 flex-1 basis-36 text-sm">
        <p dir="auto" className="wrap-anywhere page-aligned font-semibold">
          {name}
        </p>
        <p className="text-ink-soft text-xs">
          {t('trust.blockedSince', { date: formatDate(block.created_at, i18n.language) })}
        </p>
      </div>
      <UnblockButton person={{ id: block.blocked_id, name }} />
    </li>
  );
}
