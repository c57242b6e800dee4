import { Check, Minus } from 'lucide-react';
import { useTranslation } from 'react-i18next';

/** The features of both plans, then those that Pro adds. */
const ROWS = [
  { key: 'sessions', free: true },
  { key: 'translation', free: true },
  { key: 'cards', free: true },
  { key: 'contacts', free: true },
  { key: 'install', free: true },
  { key: 'noSponsors', free: false },
  { key: 'support', free: false },
  { key: 'teams', free: false },
] as const;

/** Free and Pro side by side, a line for each thing. */
export function PlanTable() {
  const { t } = useTranslation();
  return (
    <table className="w-full border-collapse text-start">
      <caption className="sr-only">{t('pricing.caption')}</caption>
      <thead>
        <tr className="align-bottom">
          <td className="pb-3 text-ink-soft text-sm">{t('pricing.included')}</td>
          <th
            scope="col"
            className="break-keep px-1 pb-3 font-semibold max-xs:text-sm xs:w-20 sm:w-40 sm:text-lg"
          >
            {t('pricing.free')}
            <span className="block font-normal text-ink-soft text-xs max-xs:sr-only">
              {t('pricing.current')}
            </span>
          </th>
          <th
            scope="col"
            className="xs:w-20 rounded-t-card border-accent border-t-3 bg-surface px-1 pt-4 pb-3 font-semibold max-xs:text-sm sm:w-40 sm:text-lg"
          >
            {t('pricing.pro')}
            <span className="block font-normal text-ink-soft text-xs max-xs:sr-only">
              {t('pricing.onRequest')}
            </span>
          </th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map(({ key, free }) => (
          <tr key={key} className="border-t last:[&>td:last-child]:rounded-b-card">
            <th
              scope="row"
              className="max-xs:wrap-anywhere py-3.5 pe-3 text-start font-normal max-xs:pe-1 max-xs:text-sm"
            >
              {t(`pricing.rows.${key}`)}
            </th>
            <Included yes={free} />
            <Included yes pro />
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Included({ yes, pro = false }: { yes: boolean; pro?: boolean }) {
  const { t } = useTranslation();
  const Icon = yes ? Check : Minus;
  return (
    <td className={pro ? 'bg-surface text-center' : 'text-center'}>
      <Icon
        aria-hidden="true"
        className={yes ? 'inline size-5 text-success' : 'inline size-5 text-ink-soft'}
      />
      <span className="sr-only">{yes ? t('pricing.yes') : t('pricing.no')}</span>
    </td>
  );
}
