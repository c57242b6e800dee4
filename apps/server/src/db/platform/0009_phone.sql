-- Accounts by phone number, and phones as second factors.

alter table auth.one_time_tokens drop constraint one_time_tokens_purpose_check;
alter table auth.one_time_tokens add constraint one_time_tokens_purpose_check check (
  purpose in (
    'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication', 'sms', 'phone_change'
  )
);
-- A message to a phone holds a code alone.
alter table auth.one_time_tokens alter column link_hash drop not null;

create index users_new_phone_idx on auth.users (new_phone) where new_phone is not null;

-- Hex SHA-224 of challenge and code; null for factors that make their codes themselves.
alter table auth.mfa_challenges add column code_hash text;
-- Wrong codes so far.
alter table auth.mfa_challenges add column attempts integer not null default 0;
