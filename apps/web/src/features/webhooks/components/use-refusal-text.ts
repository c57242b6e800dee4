import { useTranslation } from 'react-i18next';
import { FunctionRefusal } from '@/shared/api/call-function.ts';

/** @returns what to tell the user about a call that failed */
export function useRefusalText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    if ((error as { code?: unknown }).code === 'PT429') return t('webhooks.testsUsed');
    if (error instanceof FunctionRefusal && error.status === 429) return t('webhooks.tooMany');
    return t('webhooks.failed');
  };
}
