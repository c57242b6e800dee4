import { afterRoleChoice } from '@dragoman/domain/navigation/account';
import { ROLES, type Role } from '@dragoman/domain/roles';
import type { User } from '@supabase/auth-js';
import { Store, UserRound } from 'lucide-react';
import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useFollowDecision } from '@/shared/hooks/use-navigation-decision.ts';
import { toast } from '@/shared/toast/toast.ts';
import { Button } from '@/shared/ui/button.tsx';
import { Card } from '@/shared/ui/card.tsx';
import type { useChooseRole } from '../api/choose-role.ts';

const ICONS = { vendor: Store, visitor: UserRound };

interface RoleSelectionProps {
  user: User;
  chooseRole: ReturnType<typeof useChooseRole>;
  headingRef: Ref<HTMLHeadingElement>;
}

/** The role-selection block (specification 2.2), for a signed-in user without a role. */
export function RoleSelection({ user, chooseRole, headingRef }: RoleSelectionProps) {
  const { t } = useTranslation();
  const follow = useFollowDecision();
  const busy = chooseRole.isPending || chooseRole.isSuccess;

  const choose = (role: Role) =>
    chooseRole.mutate(
      { user, role },
      {
        onSuccess: () => follow(afterRoleChoice(role)),
        onError: () => toast.error(t('common.error'), { description: t('landing.role.failed') }),
      },
    );

  return (
    <section aria-labelledby="role-title" className="safe-x">
      <div className="mx-auto max-w-6xl border-t py-12">
        <h2 ref={headingRef} id="role-title" tabIndex={-1} className="scroll-mt-8 text-xl">
          {t('landing.roleTitle')}
        </h2>
        <p className="mt-1 text-ink-soft">{t('landing.roleText')}</p>
        <div className="mt-6 grid gap-4 sm:grid-cols-2">
          {ROLES.map((role) => {
            const Icon = ICONS[role];
            return (
              <Card key={role} className="flex flex-col items-start gap-4 p-6">
                <Icon aria-hidden="true" className="size-7 text-primary" />
                <div className="flex-1">
                  <h3 className="text-lg">{t(`landing.role.${role}Title`)}</h3>
                  <p className="mt-1 text-ink-soft">{t(`landing.role.${role}Text`)}</p>
                </div>
                <Button
                  size="lg"
                  className="w-full"
                  disabled={busy}
                  busy={busy && chooseRole.variables?.role === role}
                  onClick={() => choose(role)}
                >
                  {busy && chooseRole.variables?.role === role
                    ? t('common.processing')
                    : t(`landing.role.${role}Join`)}
                </Button>
              </Card>
            );
          })}
        </div>
      </div>
    </section>
  );
}
