const inherited =
  process.platform === 'win32'
    ? ['PATH', 'SYSTEMROOT', 'SYSTEMDRIVE', 'COMSPEC', 'TEMP', 'TMP', 'USERNAME', 'USERPROFILE']
    : ['PATH', 'TMPDIR'];

/**
 * The environment of every PostgreSQL program. Built from nothing rather than filtered: PGDATA,
 * PGPORT, LANG and the like would change what PostgreSQL does, and our own secrets are not for a
 * process under another account. Not configuration, hence not in `config/`.
 */
export function childEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => inherited.includes(name.toUpperCase()));
  return { ...Object.fromEntries(kept), LC_ALL: 'C', TZ: 'UTC' };
}
