import { supabaseBusinessCard } from '@dragoman/functions/hosts/supabase';

Deno.serve(supabaseBusinessCard(Deno.env.toObject()));
