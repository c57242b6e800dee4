import { useTranslation } from 'react-i18next';

/**
 * Until it is known what there is to do: also what the server's page says before any script has
 * come.
 */
export function JoinLoading() {
  const { t } = useTranslation();
  return (
    <p role="status" className="text-ink-soft text-sm">
      {t('join.loading')}
    </p>
  );
}
