import { z } from 'zod';

/** A function of the database that the auth service calls. */
export interface DatabaseHook {
  schema: string;
  name: string;
}

export interface AuthHooksConfig {
  /** Changes the claims of every access token before it is signed; null: none. */
  customAccessToken: DatabaseHook | null;
}

/** GoTrue's form. Names are those that need no quotes, and capital letters. */
const POSTGRES_FUNCTION = /^pg-functions:\/\/postgres\/([a-zA-Z_]\w{0,62})\/([a-zA-Z_]\w{0,62})$/;

export const authHookVariables = {
  HOOK_CUSTOM_ACCESS_TOKEN_URI: z
    .string()
    .regex(POSTGRES_FUNCTION, 'must have the form pg-functions://postgres/<schema>/<function>')
    .transform((uri): DatabaseHook => {
      const [, schema = '', name = ''] = POSTGRES_FUNCTION.exec(uri) ?? [];
      return { schema, name };
    })
    .nullable()
    .default(null),
};

type AuthHooksEnvironment = z.output<z.ZodObject<typeof authHookVariables>>;

export function authHooksConfig(env: AuthHooksEnvironment): AuthHooksConfig {
  return { customAccessToken: env.HOOK_CUSTOM_ACCESS_TOKEN_URI };
}
