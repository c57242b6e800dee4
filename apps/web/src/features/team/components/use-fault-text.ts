import { useTranslation } from 'react-i18next';
import { boothFault, FAULT_TEXTS } from '../model/booth-fault.ts';

/** @returns a function that says in words why the server refused something of a team. */
export function useFaultText(): (error: unknown) => string {
  const { t } = useTranslation();
  return (error) => {
    const fault = boothFault(error);
    return fault ? t(FAULT_TEXTS[fault]) : t('team.failed');
  };
}
