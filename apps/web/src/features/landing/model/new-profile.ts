import { DEFAULT_LANGUAGE } from '@dragoman/domain/languages';
import type { Role } from '@dragoman/domain/roles';
import type { Database } from '@/shared/api/database-types.ts';

type ProfileInsert = Database['public']['Tables']['profiles']['Insert'];

/**
 * Stored as data when there is no address to take a name from (specification 3.1); not a text of
 * the interface.
 */
const NAMELESS = 'Anonymous';

/**
 * The profile that a role choice creates (specification 3.1): the name is the part of the address
 * before the '@'.
 */
export function newProfile(user: { id: string; email?: string | undefined }, role: Role): ProfileInsert {
  return {
    user_id: user.id,
    role,
    email: user.email || null,
    name: user.email?.split('@')[0]?.trim() || NAMELESS,
    language: DEFAULT_LANGUAGE,
    designation: null,
    linkedin: null,
    whatsapp: null,
    wechat: null,
  };
}
