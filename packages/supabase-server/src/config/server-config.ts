import type { LogLevel } from '../util/logger.ts';
import type { AuthHooksConfig } from './auth-hooks.ts';
import type { CaptchaConfig } from './captcha.ts';
import type { ConnectionsConfig } from './connections.ts';
import type { IdentityProviderConfig } from './identity-providers.ts';
import type { LimitsConfig } from './limits.ts';
import type { PhoneConfig, SmsConfig, SmsLimits } from './phone.ts';
import type { RealtimeConfig } from './realtime.ts';
import type { SamlConfig } from './saml.ts';
import type { SecondFactorConfig } from './second-factors.ts';
import type { StorageConfig } from './storage.ts';

/** The lifetime of a session. GoTrue calls these `inactivity_timeout` and `timebox`. */
export interface SessionLife {
  /** Seconds since the session was last refreshed; 0: without end. */
  idleSeconds: number;
  /** Seconds since the sign-in; 0: without end. */
  maxSeconds: number;
}

/** The settings of a server, as `loadServerConfig` reads them from the environment. */
export interface ServerConfig {
  /** TCP port; 0 takes any free one (tests). */
  port: number;
  host: string;
  /**
   * Origin under which users reach the server, without a trailing slash; null: taken from each
   * request.
   */
  publicUrl: string | null;
  /** Absolute path of the directory that holds everything this installation must keep. */
  dataDir: string;
  /** A PostgreSQL server of the operator's; null: the embedded one in `dataDir`. */
  databaseUrl: string | null;
  /** Connections this process may hold. */
  databasePoolSize: number;
  logLevel: LogLevel;
  /** Whether the server trusts X-Forwarded-For, -Proto and -Host of the peer. */
  trustProxy: boolean;
  keys: {
    /**
     * 32 bytes that encrypt the secrets in the database; null: the file `master.key` in `dataDir`.
     */
    masterKey: Buffer | null;
    jwtSecret: string | null;
    /** Private or public JWKs as JSON Web Key Set members; the first private one signs. */
    jwtKeys: Array<Record<string, unknown>> | null;
    publishableKey: string | null;
    secretKey: string | null;
  };
  auth: SecondFactorConfig & {
    /** Lifetime of an access token in seconds. */
    accessTokenSeconds: number;
    /** Seconds in which a refresh token that was just used is accepted again. */
    refreshReuseSeconds: number;
    minimumPasswordLength: number;
    signupEnabled: boolean;
    /** Whether an address counts only after its owner has confirmed it by mail. */
    emailConfirmation: boolean;
    /**
     * The allowed targets of links besides the server's own origin; globs with the separators . and
     * / (supabase-protocol 2.7).
     */
    redirectAllowList: string[];
    /** Digits of a mailed code. */
    codeDigits: number;
    /** Seconds in which a mailed code or link works. */
    codeSeconds: number;
    /**
     * Seconds after a sign-in in which the address or the password changes without another proof.
     */
    recentSignInSeconds: number;
    /** Whether a password changed in a session older than a day needs a mailed code. */
    passwordNeedsReauthentication: boolean;
    /**
     * Whether anonymous users, who have no address, may exist. The hook `anonymousUsersEnabled` can
     * turn it off while the server runs.
     */
    anonymousUsersEnabled: boolean;
    /** Other services whose accounts people may sign in with. */
    identityProviders: readonly IdentityProviderConfig[];
    /** Whether users may link such accounts to their own, and unlink them. */
    manualLinkingEnabled: boolean;
    /** The service that tells persons from programs at sign-up and sign-in; null: off. */
    captcha: CaptchaConfig | null;
    /** Functions of the database that the auth service calls. */
    hooks: AuthHooksConfig;
    /** Single sign-on with SAML 2.0; null: off. */
    saml: SamlConfig | null;
    /** Whether users may add an authenticator app as second factor. */
    totpEnabled: boolean;
    /** Second factors that one user may have. */
    maximumFactors: number;
    sessionLife: SessionLife;
    /** Seconds from the challenge of a second factor in which it can be met. */
    challengeSeconds: number;
    /** Wrong tries after which a code is void. */
    codeAttempts: number;
    phone: PhoneConfig;
  };
  /** Rate limits; 0: without limit. */
  rateLimits: SmsLimits & {
    /** Seconds over which the limits per network address count, and those per account. */
    addressWindowSeconds: number;
    accountWindowSeconds: number;
    /** One device's share of each limit per network address. */
    perDevice: number;
    /**
     * This and the others per address: of the callers without a device cookie, and as often of the
     * devices.
     */
    signUpsPerAddress: number;
    /** Failed ones, as are those per account. */
    signInsPerAddress: number;
    signInsPerAccount: number;
    codesPerAddress: number;
    /** Wrong ones. */
    codesPerAccount: number;
    mailsPerAddress: number;
    mailsPerAccount: number;
    /** Seconds between two mails to one account. */
    mailDistanceSeconds: number;
  };
  mail: {
    /** smtp:// or smtps:// URL of the mail server; null: mails go to a folder in `dataDir`. */
    smtpUrl: string | null;
    /** The sender, `name@host` or `Name <name@host>`. */
    from: string;
  };
  sms: SmsConfig;
  realtime: RealtimeConfig;
  storage: StorageConfig;
  rest: {
    /** Database schemas that the data API shows; the first is meant where a request names none. */
    schemas: readonly string[];
    /**
     * Whether callers may see the plan of their request (EXPLAIN), which reveals rows that
     * policies hide.
     */
    planEnabled: boolean;
    /**
     * Whether callers may roll back their own writes (`Prefer: tx=rollback`), to try them out.
     */
    rollbackEnabled: boolean;
  };
  connections: ConnectionsConfig;
  limits: LimitsConfig;
}
