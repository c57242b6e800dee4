import { useTranslation } from 'react-i18next';
import { toast } from '@/shared/toast/toast.ts';
import { Card } from '@/shared/ui/card.tsx';
import { SettingSwitch } from '@/shared/ui/form/setting-switch.tsx';
import { useSetAway } from '../api/team.ts';
import { useFaultText } from './use-fault-text.ts';

/** The user's own switch: away from the booth or on duty. */
export function AwaySwitch({ profileId, awaySince }: { profileId: string; awaySince: string | null }) {
  const { t } = useTranslation();
  const setAway = useSetAway(profileId);
  const faultText = useFaultText();
  const away = setAway.isPending ? setAway.variables : awaySince !== null;
  return (
    <Card className="px-4 py-2 sm:px-5">
      <SettingSwitch
        label={t('team.away')}
        text={t('team.awayText')}
        on={away}
        busy={setAway.isPending}
        onChange={(wanted) =>
          setAway.mutate(wanted, {
            onSuccess: (count) => {
              const title = wanted ? t('team.nowAway') : t('team.nowOnDuty');
              toast(title, count > 0 ? { description: t('team.returned', { count }) } : {});
            },
            onError: (error) => toast.error(t('common.error'), { description: faultText(error) }),
          })
        }
      />
    </Card>
  );
}
