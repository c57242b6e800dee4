/**
 * Headers with which the database shows a person their own records alone, and not those of a booth
 * at which they work (docs/adr/0083-booth-teams.md).
 */
export const OWN_RECORDS = { 'x-dragoman-own-records': '1' } as const;
