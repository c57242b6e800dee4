import type { UseQueryResult } from '@tanstack/react-query';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '@/shared/ui/button.tsx';

interface RoleLoadErrorProps {
  query: Pick<UseQueryResult, 'isFetching' | 'refetch'>;
  headingRef: Ref<HTMLHeadingElement>;
}

/**
 * Replaces the role choice when the profile could not be read: a user with a role must not choose
 * again.
 */
export function RoleLoadError({ query, headingRef }: RoleLoadErrorProps) {
  const { t } = useTranslation();
  return (
    <section aria-labelledby="role-title" className="safe-x">
      <div
        role="alert"
        className="mx-auto flex max-w-6xl flex-wrap items-center justify-between gap-4 border-t py-12"
      >
        <div>
          <h2 ref={headingRef} id="role-title" tabIndex={-1} className="scroll-mt-8 text-xl">
            {t('errors.profileTitle')}
          </h2>
          <p className="mt-1 text-ink-soft">{t('errors.profileText')}</p>
        </div>
        <Button size="lg" busy={query.isFetching} onClick={() => void query.refetch()}>
          {t('common.tryAgain')}
        </Button>
      </div>
    </section>
  );
}
