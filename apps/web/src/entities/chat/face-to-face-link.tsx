import { FACE_TO_FACE_PATH } from '@dragoman/domain/routes';
import { ChevronRight, Speech } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { cn } from '@/shared/ui/cn.ts';

/** The way to a conversation of two people over this phone. */
export function FaceToFaceLink({ className }: { className?: string }) {
  const { t } = useTranslation();
  return (
    <Link
      to={FACE_TO_FACE_PATH}
      className={cn(
        'flex min-h-13 items-center gap-3 rounded-card border bg-surface px-4 py-2.5 text-sm transition-colors duration-150 hover:border-primary sm:px-5',
        className,
      )}
    >
      <Speech aria-hidden="true" className="size-5 shrink-0 text-primary max-xs:hidden" />
      <span className="min-w-0 flex-1">
        <span className="block font-semibold">{t('faceToFace.title')}</span>
        <span className="block text-ink-soft">{t('faceToFace.text')}</span>
      </span>
      <ChevronRight aria-hidden="true" className="flip-rtl size-5 shrink-0 text-ink-soft" />
    </Link>
  );
}
