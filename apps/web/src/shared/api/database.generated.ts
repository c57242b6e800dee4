export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

export type Database = {
  public: {
    Tables: {
      blocks: {
        Row: {
          blocked_id: string
          blocker_id: string
          created_at: string
        }
        Insert: {
          blocked_id: string
          blocker_id: string
          created_at?: string
        }
        Update: {
          blocked_id?: string
          blocker_id?: string
          created_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "blocks_blocked_id_fkey"
            columns: ["blocked_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "blocks_blocked_id_fkey"
            columns: ["blocked_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "blocks_blocker_id_fkey"
            columns: ["blocker_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "blocks_blocker_id_fkey"
            columns: ["blocker_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      booth_code_devices: {
        Row: {
          code_id: string
          counted_on: string
          device: string
          opened_at: string
        }
        Insert: {
          code_id: string
          counted_on: string
          device: string
          opened_at?: string
        }
        Update: {
          code_id?: string
          counted_on?: string
          device?: string
          opened_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "booth_code_devices_code_id_fkey"
            columns: ["code_id"]
            isOneToOne: false
            referencedRelation: "booth_code_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booth_code_devices_code_id_fkey"
            columns: ["code_id"]
            isOneToOne: false
            referencedRelation: "booth_codes"
            referencedColumns: ["id"]
          },
        ]
      }
      booth_code_scans: {
        Row: {
          code_id: string
          hour: string
          scans: number
        }
        Insert: {
          code_id: string
          hour: string
          scans?: number
        }
        Update: {
          code_id?: string
          hour?: string
          scans?: number
        }
        Relationships: [
          {
            foreignKeyName: "booth_code_scans_code_id_fkey"
            columns: ["code_id"]
            isOneToOne: false
            referencedRelation: "booth_code_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booth_code_scans_code_id_fkey"
            columns: ["code_id"]
            isOneToOne: false
            referencedRelation: "booth_codes"
            referencedColumns: ["id"]
          },
        ]
      }
      booth_codes: {
        Row: {
          code: string
          created_at: string
          id: string
          kind: string
          label: string
          logo_path: string | null
          paused_at: string | null
          rotated_at: string | null
          style: NonNullable<Json>
          vendor_id: string
        }
        Insert: {
          code?: string
          created_at?: string
          id?: string
          kind?: string
          label: string
          logo_path?: string | null
          paused_at?: string | null
          rotated_at?: string | null
          style?: NonNullable<Json>
          vendor_id: string
        }
        Update: {
          code?: string
          created_at?: string
          id?: string
          kind?: string
          label?: string
          logo_path?: string | null
          paused_at?: string | null
          rotated_at?: string | null
          style?: NonNullable<Json>
          vendor_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "booth_codes_vendor_id_fkey"
            columns: ["vendor_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booth_codes_vendor_id_fkey"
            columns: ["vendor_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      booth_invitations: {
        Row: {
          created_at: string
          expires_at: string
          id: string
          owner_id: string
          revoked_at: string | null
          token_digest: string
          used_at: string | null
          used_by: string | null
        }
        Insert: {
          created_at?: string
          expires_at?: string
          id?: string
          owner_id: string
          revoked_at?: string | null
          token_digest: string
          used_at?: string | null
          used_by?: string | null
        }
        Update: {
          created_at?: string
          expires_at?: string
          id?: string
          owner_id?: string
          revoked_at?: string | null
          token_digest?: string
          used_at?: string | null
          used_by?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "booth_invitations_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booth_invitations_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booth_invitations_used_by_fkey"
            columns: ["used_by"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booth_invitations_used_by_fkey"
            columns: ["used_by"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      booth_members: {
        Row: {
          away_since: string | null
          id: string
          joined_at: string
          owner_id: string
          profile_id: string
        }
        Insert: {
          away_since?: string | null
          id?: string
          joined_at?: string
          owner_id: string
          profile_id: string
        }
        Update: {
          away_since?: string | null
          id?: string
          joined_at?: string
          owner_id?: string
          profile_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "booth_members_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booth_members_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booth_members_profile_id_fkey"
            columns: ["profile_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booth_members_profile_id_fkey"
            columns: ["profile_id"]
            isOneToOne: true
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      card_share_defaults: {
        Row: {
          changed_at: string
          owner_id: string
          withheld: string[]
        }
        Insert: {
          changed_at?: string
          owner_id: string
          withheld?: string[]
        }
        Update: {
          changed_at?: string
          owner_id?: string
          withheld?: string[]
        }
        Relationships: [
          {
            foreignKeyName: "card_share_defaults_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "card_share_defaults_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: true
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      card_share_history: {
        Row: {
          created_at: string
          id: string
          owner_id: string
          reason: string
          shared: string[]
          viewer_id: string | null
          withheld: string[]
        }
        Insert: {
          created_at?: string
          id?: string
          owner_id: string
          reason: string
          shared: string[]
          viewer_id?: string | null
          withheld: string[]
        }
        Update: {
          created_at?: string
          id?: string
          owner_id?: string
          reason?: string
          shared?: string[]
          viewer_id?: string | null
          withheld?: string[]
        }
        Relationships: [
          {
            foreignKeyName: "card_share_history_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "card_share_history_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "card_share_history_viewer_id_fkey"
            columns: ["viewer_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "card_share_history_viewer_id_fkey"
            columns: ["viewer_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      card_shares: {
        Row: {
          changed_at: string
          exchanged_at: string | null
          owner_id: string
          viewer_id: string
          withheld: string[]
        }
        Insert: {
          changed_at?: string
          exchanged_at?: string | null
          owner_id: string
          viewer_id: string
          withheld?: string[]
        }
        Update: {
          changed_at?: string
          exchanged_at?: string | null
          owner_id?: string
          viewer_id?: string
          withheld?: string[]
        }
        Relationships: [
          {
            foreignKeyName: "card_shares_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "card_shares_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "card_shares_viewer_id_fkey"
            columns: ["viewer_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "card_shares_viewer_id_fkey"
            columns: ["viewer_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      catalogue_items: {
        Row: {
          created_at: string
          description: string | null
          file_name: string | null
          file_path: string | null
          file_size: number | null
          id: string
          kind: string
          language: string
          minimum_quantity: string | null
          name: string
          owner_id: string
          picture_height: number | null
          picture_width: number | null
          price: string | null
          updated_at: string
        }
        Insert: {
          created_at?: string
          description?: string | null
          file_name?: string | null
          file_path?: string | null
          file_size?: number | null
          id?: string
          kind: string
          language: string
          minimum_quantity?: string | null
          name: string
          owner_id: string
          picture_height?: number | null
          picture_width?: number | null
          price?: string | null
          updated_at?: string
        }
        Update: {
          created_at?: string
          description?: string | null
          file_name?: string | null
          file_path?: string | null
          file_size?: number | null
          id?: string
          kind?: string
          language?: string
          minimum_quantity?: string | null
          name?: string
          owner_id?: string
          picture_height?: number | null
          picture_width?: number | null
          price?: string | null
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "catalogue_items_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "catalogue_items_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      chat_notes: {
        Row: {
          author_id: string | null
          created_at: string
          handed_to: string | null
          id: string
          language: string
          owner_id: string
          session_id: string
          text: string
          translations: NonNullable<Json>
        }
        Insert: {
          author_id?: string | null
          created_at?: string
          handed_to?: string | null
          id?: string
          language: string
          owner_id: string
          session_id: string
          text: string
          translations?: NonNullable<Json>
        }
        Update: {
          author_id?: string | null
          created_at?: string
          handed_to?: string | null
          id?: string
          language?: string
          owner_id?: string
          session_id?: string
          text?: string
          translations?: NonNullable<Json>
        }
        Relationships: [
          {
            foreignKeyName: "chat_notes_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "chat_notes_author_id_fkey"
            columns: ["author_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "chat_notes_handed_to_fkey"
            columns: ["handed_to"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "chat_notes_handed_to_fkey"
            columns: ["handed_to"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "chat_notes_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "chat_notes_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "chat_notes_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "chat_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "chat_notes_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "session_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "chat_notes_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "sessions"
            referencedColumns: ["id"]
          },
        ]
      }
      data_exports: {
        Row: {
          created_at: string
          exported_at: string | null
          format: string
          id: string
          items: number | null
          kind: string
          owner_id: string
          user_agent: string | null
        }
        Insert: {
          created_at?: string
          exported_at?: string | null
          format: string
          id?: string
          items?: number | null
          kind: string
          owner_id: string
          user_agent?: string | null
        }
        Update: {
          created_at?: string
          exported_at?: string | null
          format?: string
          id?: string
          items?: number | null
          kind?: string
          owner_id?: string
          user_agent?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "data_exports_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "data_exports_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      follow_up_opt_outs: {
        Row: {
          created_at: string
          id: string
          owner_id: string
          person_id: string
        }
        Insert: {
          created_at?: string
          id?: string
          owner_id: string
          person_id: string
        }
        Update: {
          created_at?: string
          id?: string
          owner_id?: string
          person_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "follow_up_opt_outs_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "follow_up_opt_outs_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "follow_up_opt_outs_person_id_fkey"
            columns: ["person_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "follow_up_opt_outs_person_id_fkey"
            columns: ["person_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      follow_ups: {
        Row: {
          created_at: string
          due_at: string | null
          finished_at: string | null
          id: string
          owner_id: string
          person_id: string
          reason: string | null
          sent_by: string | null
          status: string
          subject: string | null
          text: string | null
          tries: number
        }
        Insert: {
          created_at?: string
          due_at?: string | null
          finished_at?: string | null
          id?: string
          owner_id: string
          person_id: string
          reason?: string | null
          sent_by?: string | null
          status?: string
          subject?: string | null
          text?: string | null
          tries?: number
        }
        Update: {
          created_at?: string
          due_at?: string | null
          finished_at?: string | null
          id?: string
          owner_id?: string
          person_id?: string
          reason?: string | null
          sent_by?: string | null
          status?: string
          subject?: string | null
          text?: string | null
          tries?: number
        }
        Relationships: [
          {
            foreignKeyName: "follow_ups_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "follow_ups_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "follow_ups_person_id_fkey"
            columns: ["person_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "follow_ups_person_id_fkey"
            columns: ["person_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "follow_ups_sent_by_fkey"
            columns: ["sent_by"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "follow_ups_sent_by_fkey"
            columns: ["sent_by"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      glossary_terms: {
        Row: {
          ar: string | null
          created_at: string
          en: string | null
          id: string
          mode: string
          owner_id: string
          term: string
          updated_at: string
          zh: string | null
        }
        Insert: {
          ar?: string | null
          created_at?: string
          en?: string | null
          id?: string
          mode?: string
          owner_id: string
          term: string
          updated_at?: string
          zh?: string | null
        }
        Update: {
          ar?: string | null
          created_at?: string
          en?: string | null
          id?: string
          mode?: string
          owner_id?: string
          term?: string
          updated_at?: string
          zh?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "glossary_terms_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "glossary_terms_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      hidden_messages: {
        Row: {
          hidden_at: string
          id: string
          message_id: string
          profile_id: string
        }
        Insert: {
          hidden_at?: string
          id?: string
          message_id: string
          profile_id: string
        }
        Update: {
          hidden_at?: string
          id?: string
          message_id?: string
          profile_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "hidden_messages_message_id_fkey"
            columns: ["message_id"]
            isOneToOne: false
            referencedRelation: "messages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hidden_messages_profile_id_fkey"
            columns: ["profile_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "hidden_messages_profile_id_fkey"
            columns: ["profile_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_exports: {
        Row: {
          created_at: string
          exported_at: string | null
          exported_by: string | null
          exported_by_name: string | null
          format: string
          id: string
          owner_id: string
          people: number
          read_until: string
          scope: string
        }
        Insert: {
          created_at?: string
          exported_at?: string | null
          exported_by?: string | null
          exported_by_name?: string | null
          format: string
          id?: string
          owner_id: string
          people: number
          read_until: string
          scope: string
        }
        Update: {
          created_at?: string
          exported_at?: string | null
          exported_by?: string | null
          exported_by_name?: string | null
          format?: string
          id?: string
          owner_id?: string
          people?: number
          read_until?: string
          scope?: string
        }
        Relationships: [
          {
            foreignKeyName: "lead_exports_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_exports_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_questionnaires: {
        Row: {
          created_at: string
          owner_id: string
          questions: NonNullable<Json>
          updated_at: string
          version: number
        }
        Insert: {
          created_at?: string
          owner_id: string
          questions: NonNullable<Json>
          updated_at?: string
          version?: number
        }
        Update: {
          created_at?: string
          owner_id?: string
          questions?: NonNullable<Json>
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "lead_questionnaires_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "lead_questionnaires_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: true
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      leads: {
        Row: {
          answers: NonNullable<Json>
          created_at: string
          follow_up_on: string | null
          met_by: string | null
          note: string | null
          owner_id: string
          person_id: string
          rating: number | null
          search: string | null
          status: string
          tags: string[]
          updated_at: string
          version: number
        }
        Insert: {
          answers?: NonNullable<Json>
          created_at?: string
          follow_up_on?: string | null
          met_by?: string | null
          note?: string | null
          owner_id: string
          person_id: string
          rating?: number | null
          search?: never
          status?: string
          tags?: string[]
          updated_at?: string
          version?: number
        }
        Update: {
          answers?: NonNullable<Json>
          created_at?: string
          follow_up_on?: string | null
          met_by?: string | null
          note?: string | null
          owner_id?: string
          person_id?: string
          rating?: number | null
          search?: never
          status?: string
          tags?: string[]
          updated_at?: string
          version?: number
        }
        Relationships: [
          {
            foreignKeyName: "leads_met_by_fkey"
            columns: ["met_by"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "leads_met_by_fkey"
            columns: ["met_by"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "leads_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "leads_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "leads_person_id_fkey"
            columns: ["person_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "leads_person_id_fkey"
            columns: ["person_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      material_documents: {
        Row: {
          characters: number
          created_at: string
          id: string
          owner_id: string
          pages: number
          title: string
        }
        Insert: {
          characters: number
          created_at?: string
          id?: string
          owner_id: string
          pages: number
          title: string
        }
        Update: {
          characters?: number
          created_at?: string
          id?: string
          owner_id?: string
          pages?: number
          title?: string
        }
        Relationships: [
          {
            foreignKeyName: "material_documents_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "material_documents_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      material_passages: {
        Row: {
          content: string
          document_id: string
          key: string
          ordinal: number
          owner_id: string
          page: number
        }
        Insert: {
          content: string
          document_id: string
          key?: never
          ordinal: number
          owner_id: string
          page: number
        }
        Update: {
          content?: string
          document_id?: string
          key?: never
          ordinal?: number
          owner_id?: string
          page?: number
        }
        Relationships: [
          {
            foreignKeyName: "material_passages_document_fkey"
            columns: ["document_id", "owner_id"]
            isOneToOne: false
            referencedRelation: "material_documents"
            referencedColumns: ["id", "owner_id"]
          },
        ]
      }
      meetings: {
        Row: {
          accepter_zone: string | null
          changed_at: string
          created_at: string
          id: string
          message_id: string
          minutes: number
          note: string
          place: string
          proposer_id: string | null
          proposer_zone: string
          session_id: string
          starts_at: string | null
          state: string
          times: string[]
        }
        Insert: {
          accepter_zone?: string | null
          changed_at?: string
          created_at?: string
          id?: string
          message_id: string
          minutes: number
          note?: string
          place?: string
          proposer_id?: string | null
          proposer_zone: string
          session_id: string
          starts_at?: string | null
          state?: string
          times: string[]
        }
        Update: {
          accepter_zone?: string | null
          changed_at?: string
          created_at?: string
          id?: string
          message_id?: string
          minutes?: number
          note?: string
          place?: string
          proposer_id?: string | null
          proposer_zone?: string
          session_id?: string
          starts_at?: string | null
          state?: string
          times?: string[]
        }
        Relationships: [
          {
            foreignKeyName: "meetings_message_id_fkey"
            columns: ["message_id"]
            isOneToOne: true
            referencedRelation: "messages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "meetings_proposer_id_fkey"
            columns: ["proposer_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "meetings_proposer_id_fkey"
            columns: ["proposer_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "meetings_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "chat_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "meetings_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "session_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "meetings_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "sessions"
            referencedColumns: ["id"]
          },
        ]
      }
      message_reactions: {
        Row: {
          changed_at: string
          id: string
          message_id: string
          profile_id: string
          reaction: string | null
          session_id: string
        }
        Insert: {
          changed_at?: string
          id?: string
          message_id: string
          profile_id: string
          reaction?: string | null
          session_id: string
        }
        Update: {
          changed_at?: string
          id?: string
          message_id?: string
          profile_id?: string
          reaction?: string | null
          session_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "message_reactions_message_id_fkey"
            columns: ["message_id"]
            isOneToOne: false
            referencedRelation: "messages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "message_reactions_profile_id_fkey"
            columns: ["profile_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "message_reactions_profile_id_fkey"
            columns: ["profile_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "message_reactions_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "chat_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "message_reactions_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "session_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "message_reactions_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "sessions"
            referencedColumns: ["id"]
          },
        ]
      }
      message_translations: {
        Row: {
          created_at: string
          engine: string
          is_machine: boolean
          message_id: string
          target_language: string
          translated_text: string
        }
        Insert: {
          created_at?: string
          engine: string
          is_machine?: never
          message_id: string
          target_language: string
          translated_text: string
        }
        Update: {
          created_at?: string
          engine?: string
          is_machine?: never
          message_id?: string
          target_language?: string
          translated_text?: string
        }
        Relationships: [
          {
            foreignKeyName: "message_translations_message_id_fkey"
            columns: ["message_id"]
            isOneToOne: false
            referencedRelation: "messages"
            referencedColumns: ["id"]
          },
        ]
      }
      messages: {
        Row: {
          content: string
          created_at: string
          duration_ms: number | null
          file_name: string | null
          file_size: number | null
          id: string
          is_reply: boolean
          picture_height: number | null
          picture_width: number | null
          product: Json | null
          recipient_id: string | null
          reply_to: string | null
          said_by: string | null
          sender_id: string
          session_id: string
          source_language: string
          target_language: string | null
          transcript: string | null
          translated_content: string | null
          translation_engine: string | null
          type: string
        }
        Insert: {
          content: string
          created_at?: string
          duration_ms?: number | null
          file_name?: string | null
          file_size?: number | null
          id?: string
          is_reply?: boolean
          picture_height?: number | null
          picture_width?: number | null
          product?: Json | null
          recipient_id?: string | null
          reply_to?: string | null
          said_by?: string | null
          sender_id: string
          session_id: string
          source_language?: string
          target_language?: string | null
          transcript?: string | null
          translated_content?: string | null
          translation_engine?: string | null
          type?: string
        }
        Update: {
          content?: string
          created_at?: string
          duration_ms?: number | null
          file_name?: string | null
          file_size?: number | null
          id?: string
          is_reply?: boolean
          picture_height?: number | null
          picture_width?: number | null
          product?: Json | null
          recipient_id?: string | null
          reply_to?: string | null
          said_by?: string | null
          sender_id?: string
          session_id?: string
          source_language?: string
          target_language?: string | null
          transcript?: string | null
          translated_content?: string | null
          translation_engine?: string | null
          type?: string
        }
        Relationships: [
          {
            foreignKeyName: "messages_reply_to_fkey"
            columns: ["reply_to"]
            isOneToOne: false
            referencedRelation: "messages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_sender_id_fkey"
            columns: ["sender_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_sender_id_fkey"
            columns: ["sender_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "chat_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "session_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "messages_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "sessions"
            referencedColumns: ["id"]
          },
        ]
      }
      notification_settings: {
        Row: {
          address: string | null
          address_confirmed_at: string | null
          email: boolean
          owner_id: string
          quiet_from: number | null
          quiet_until: number | null
          show_text: boolean
          time_zone: string
        }
        Insert: {
          address?: string | null
          address_confirmed_at?: string | null
          email?: boolean
          owner_id: string
          quiet_from?: number | null
          quiet_until?: number | null
          show_text?: boolean
          time_zone?: string
        }
        Update: {
          address?: string | null
          address_confirmed_at?: string | null
          email?: boolean
          owner_id?: string
          quiet_from?: number | null
          quiet_until?: number | null
          show_text?: boolean
          time_zone?: string
        }
        Relationships: [
          {
            foreignKeyName: "notification_settings_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "notification_settings_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: true
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      profile_changes: {
        Row: {
          changed_at: string
          profile_id: string
        }
        Insert: {
          changed_at?: string
          profile_id: string
        }
        Update: {
          changed_at?: string
          profile_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "profile_changes_profile_id_fkey"
            columns: ["profile_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "profile_changes_profile_id_fkey"
            columns: ["profile_id"]
            isOneToOne: true
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      profiles: {
        Row: {
          avatar_url: string | null
          company: string | null
          designation: string | null
          email: string | null
          id: string
          language: string
          linkedin: string | null
          name: string
          phone: string | null
          role: string
          updated_at: string
          user_id: string
          website: string | null
          wechat: string | null
          whatsapp: string | null
        }
        Insert: {
          avatar_url?: string | null
          company?: string | null
          designation?: string | null
          email?: string | null
          id?: string
          language?: string
          linkedin?: string | null
          name: string
          phone?: string | null
          role: string
          updated_at?: string
          user_id: string
          website?: string | null
          wechat?: string | null
          whatsapp?: string | null
        }
        Update: {
          avatar_url?: string | null
          company?: string | null
          designation?: string | null
          email?: string | null
          id?: string
          language?: string
          linkedin?: string | null
          name?: string
          phone?: string | null
          role?: string
          updated_at?: string
          user_id?: string
          website?: string | null
          wechat?: string | null
          whatsapp?: string | null
        }
        Relationships: []
      }
      push_subscriptions: {
        Row: {
          auth: string
          created_at: string
          endpoint: string
          id: string
          owner_id: string
          p256dh: string
          session_id: string
        }
        Insert: {
          auth: string
          created_at?: string
          endpoint: string
          id?: string
          owner_id: string
          p256dh: string
          session_id: string
        }
        Update: {
          auth?: string
          created_at?: string
          endpoint?: string
          id?: string
          owner_id?: string
          p256dh?: string
          session_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "push_subscriptions_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "push_subscriptions_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      replaced_booth_codes: {
        Row: {
          code: string
          code_id: string
          replaced_at: string
        }
        Insert: {
          code: string
          code_id: string
          replaced_at?: string
        }
        Update: {
          code?: string
          code_id?: string
          replaced_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "replaced_booth_codes_code_id_fkey"
            columns: ["code_id"]
            isOneToOne: false
            referencedRelation: "booth_code_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "replaced_booth_codes_code_id_fkey"
            columns: ["code_id"]
            isOneToOne: false
            referencedRelation: "booth_codes"
            referencedColumns: ["id"]
          },
        ]
      }
      report_notes: {
        Row: {
          note: string
          report_id: string
          revision: number
          updated_at: string
        }
        Insert: {
          note: string
          report_id: string
          revision?: number
          updated_at?: string
        }
        Update: {
          note?: string
          report_id?: string
          revision?: number
          updated_at?: string
        }
        Relationships: [
          {
            foreignKeyName: "report_notes_report_id_fkey"
            columns: ["report_id"]
            isOneToOne: true
            referencedRelation: "report_desk"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "report_notes_report_id_fkey"
            columns: ["report_id"]
            isOneToOne: true
            referencedRelation: "report_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "report_notes_report_id_fkey"
            columns: ["report_id"]
            isOneToOne: true
            referencedRelation: "reports"
            referencedColumns: ["id"]
          },
        ]
      }
      reports: {
        Row: {
          closed_at: string | null
          created_at: string
          details: string | null
          id: string
          message_ids: string[]
          reason: string
          reported_id: string | null
          reporter_id: string
          session_id: string | null
          status: string
        }
        Insert: {
          closed_at?: string | null
          created_at?: string
          details?: string | null
          id?: string
          message_ids?: string[]
          reason: string
          reported_id?: string | null
          reporter_id: string
          session_id?: string | null
          status?: string
        }
        Update: {
          closed_at?: string | null
          created_at?: string
          details?: string | null
          id?: string
          message_ids?: string[]
          reason?: string
          reported_id?: string | null
          reporter_id?: string
          session_id?: string | null
          status?: string
        }
        Relationships: [
          {
            foreignKeyName: "reports_reported_id_fkey"
            columns: ["reported_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_reported_id_fkey"
            columns: ["reported_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_reporter_id_fkey"
            columns: ["reporter_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_reporter_id_fkey"
            columns: ["reporter_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "chat_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "session_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "sessions"
            referencedColumns: ["id"]
          },
        ]
      }
      scanned_cards: {
        Row: {
          badge: string | null
          company: string | null
          created_at: string
          designation: string | null
          email: string | null
          id: string
          linkedin: string | null
          name: string | null
          note: string | null
          owner_id: string
          phone: string | null
          scanned_by: string | null
          tags: string[]
          updated_at: string
          website: string | null
          wechat: string | null
          whatsapp: string | null
        }
        Insert: {
          badge?: string | null
          company?: string | null
          created_at?: string
          designation?: string | null
          email?: string | null
          id?: string
          linkedin?: string | null
          name?: string | null
          note?: string | null
          owner_id?: string
          phone?: string | null
          scanned_by?: string | null
          tags?: string[]
          updated_at?: string
          website?: string | null
          wechat?: string | null
          whatsapp?: string | null
        }
        Update: {
          badge?: string | null
          company?: string | null
          created_at?: string
          designation?: string | null
          email?: string | null
          id?: string
          linkedin?: string | null
          name?: string | null
          note?: string | null
          owner_id?: string
          phone?: string | null
          scanned_by?: string | null
          tags?: string[]
          updated_at?: string
          website?: string | null
          wechat?: string | null
          whatsapp?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "scanned_cards_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scanned_cards_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scanned_cards_scanned_by_fkey"
            columns: ["scanned_by"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "scanned_cards_scanned_by_fkey"
            columns: ["scanned_by"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      session_reads: {
        Row: {
          last_read_at: string | null
          profile_id: string
          seen_at: string
          session_id: string
        }
        Insert: {
          last_read_at?: string | null
          profile_id: string
          seen_at?: string
          session_id: string
        }
        Update: {
          last_read_at?: string | null
          profile_id?: string
          seen_at?: string
          session_id?: string
        }
        Relationships: [
          {
            foreignKeyName: "session_reads_profile_id_fkey"
            columns: ["profile_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "session_reads_profile_id_fkey"
            columns: ["profile_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "session_reads_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "chat_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "session_reads_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "session_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "session_reads_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "sessions"
            referencedColumns: ["id"]
          },
        ]
      }
      sessions: {
        Row: {
          assigned_at: string | null
          assigned_to: string | null
          booth_code_id: string | null
          created_at: string
          id: string
          joined_at: string | null
          request_state: string | null
          requested_at: string | null
          status: string
          vendor_id: string
          visitor_id: string | null
        }
        Insert: {
          assigned_at?: string | null
          assigned_to?: string | null
          booth_code_id?: string | null
          created_at?: string
          id?: string
          joined_at?: string | null
          request_state?: string | null
          requested_at?: string | null
          status?: string
          vendor_id: string
          visitor_id?: string | null
        }
        Update: {
          assigned_at?: string | null
          assigned_to?: string | null
          booth_code_id?: string | null
          created_at?: string
          id?: string
          joined_at?: string | null
          request_state?: string | null
          requested_at?: string | null
          status?: string
          vendor_id?: string
          visitor_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "sessions_assigned_to_fkey"
            columns: ["assigned_to"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_assigned_to_fkey"
            columns: ["assigned_to"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_booth_code_id_fkey"
            columns: ["booth_code_id"]
            isOneToOne: false
            referencedRelation: "booth_code_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_booth_code_id_fkey"
            columns: ["booth_code_id"]
            isOneToOne: false
            referencedRelation: "booth_codes"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_vendor_id_fkey"
            columns: ["vendor_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_vendor_id_fkey"
            columns: ["vendor_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_visitor_id_fkey"
            columns: ["visitor_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_visitor_id_fkey"
            columns: ["visitor_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      translation_reports: {
        Row: {
          created_at: string
          engine: string | null
          id: string
          message_id: string
          reason: string | null
          reporter_id: string
          source_language: string
          target_language: string
        }
        Insert: {
          created_at?: string
          engine?: string | null
          id?: string
          message_id: string
          reason?: string | null
          reporter_id: string
          source_language: string
          target_language: string
        }
        Update: {
          created_at?: string
          engine?: string | null
          id?: string
          message_id?: string
          reason?: string | null
          reporter_id?: string
          source_language?: string
          target_language?: string
        }
        Relationships: [
          {
            foreignKeyName: "translation_reports_message_id_fkey"
            columns: ["message_id"]
            isOneToOne: false
            referencedRelation: "messages"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "translation_reports_reporter_id_fkey"
            columns: ["reporter_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "translation_reports_reporter_id_fkey"
            columns: ["reporter_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      webhook_deliveries: {
        Row: {
          answer: number | null
          created_at: string
          due_at: string
          endpoint_id: string
          event: string
          failure: string | null
          id: string
          merges: boolean
          owner_id: string
          person_id: string | null
          state: string
          tried_at: string | null
          tries: number
        }
        Insert: {
          answer?: number | null
          created_at?: string
          due_at?: string
          endpoint_id: string
          event: string
          failure?: string | null
          id?: string
          merges?: boolean
          owner_id: string
          person_id?: string | null
          state?: string
          tried_at?: string | null
          tries?: number
        }
        Update: {
          answer?: number | null
          created_at?: string
          due_at?: string
          endpoint_id?: string
          event?: string
          failure?: string | null
          id?: string
          merges?: boolean
          owner_id?: string
          person_id?: string | null
          state?: string
          tried_at?: string | null
          tries?: number
        }
        Relationships: [
          {
            foreignKeyName: "webhook_deliveries_endpoint_id_fkey"
            columns: ["endpoint_id"]
            isOneToOne: false
            referencedRelation: "webhook_endpoints"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "webhook_deliveries_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "webhook_deliveries_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "webhook_deliveries_person_id_fkey"
            columns: ["person_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "webhook_deliveries_person_id_fkey"
            columns: ["person_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      webhook_endpoints: {
        Row: {
          created_at: string
          failing_since: string | null
          id: string
          owner_id: string
          paused_at: string | null
          rests_until: string | null
          url: string
        }
        Insert: {
          created_at?: string
          failing_since?: string | null
          id?: string
          owner_id: string
          paused_at?: string | null
          rests_until?: string | null
          url: string
        }
        Update: {
          created_at?: string
          failing_since?: string | null
          id?: string
          owner_id?: string
          paused_at?: string | null
          rests_until?: string | null
          url?: string
        }
        Relationships: [
          {
            foreignKeyName: "webhook_endpoints_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: true
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "webhook_endpoints_owner_id_fkey"
            columns: ["owner_id"]
            isOneToOne: true
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
    }
    Views: {
      booth_code_summaries: {
        Row: {
          code: string | null
          created_at: string | null
          id: string | null
          joins: number | null
          kind: string | null
          label: string | null
          logo_path: string | null
          paused_at: string | null
          rotated_at: string | null
          scans: number | null
          style: Json | null
          vendor_id: string | null
        }
        Insert: {
          code?: string | null
          created_at?: string | null
          id?: string | null
          joins?: never
          kind?: string | null
          label?: string | null
          logo_path?: string | null
          paused_at?: string | null
          rotated_at?: string | null
          scans?: never
          style?: Json | null
          vendor_id?: string | null
        }
        Update: {
          code?: string | null
          created_at?: string | null
          id?: string | null
          joins?: never
          kind?: string | null
          label?: string | null
          logo_path?: string | null
          paused_at?: string | null
          rotated_at?: string | null
          scans?: never
          style?: Json | null
          vendor_id?: string | null
        }
        Relationships: [
          {
            foreignKeyName: "booth_codes_vendor_id_fkey"
            columns: ["vendor_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "booth_codes_vendor_id_fkey"
            columns: ["vendor_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      chat_list: {
        Row: {
          assigned_at: string | null
          assigned_to: string | null
          assignee: Json | null
          blocked: boolean | null
          created_at: string | null
          face_to_face: boolean | null
          id: string | null
          joined_at: string | null
          last_activity: string | null
          last_message: Json | null
          last_read_at: string | null
          request_state: string | null
          requested_at: string | null
          seen_at: string | null
          status: string | null
          unread_count: number | null
          vendor: Json | null
          vendor_id: string | null
          visitor: Json | null
          visitor_id: string | null
          waiting_since: string | null
        }
        Relationships: [
          {
            foreignKeyName: "sessions_assigned_to_fkey"
            columns: ["assigned_to"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_assigned_to_fkey"
            columns: ["assigned_to"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_vendor_id_fkey"
            columns: ["vendor_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_vendor_id_fkey"
            columns: ["vendor_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_visitor_id_fkey"
            columns: ["visitor_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_visitor_id_fkey"
            columns: ["visitor_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      lead_list: {
        Row: {
          answers: Json | null
          avatar_url: string | null
          changed_at: string | null
          company: string | null
          designation: string | null
          email: string | null
          follow_up_on: string | null
          language: string | null
          linkedin: string | null
          met_at: string | null
          met_by: string | null
          name: string | null
          note: string | null
          person_id: string | null
          phone: string | null
          rating: number | null
          role: string | null
          search: string | null
          status: string | null
          tags: string[] | null
          updated_at: string | null
          version: number | null
          website: string | null
          wechat: string | null
          whatsapp: string | null
        }
        Relationships: []
      }
      report_desk: {
        Row: {
          closed_at: string | null
          created_at: string | null
          details: string | null
          id: string | null
          messages: Json | null
          note: Json | null
          other_reports: number | null
          reason: string | null
          reported: Json | null
          reporter: Json | null
          session_id: string | null
          status: string | null
        }
        Relationships: [
          {
            foreignKeyName: "reports_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "chat_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "session_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "sessions"
            referencedColumns: ["id"]
          },
        ]
      }
      report_list: {
        Row: {
          closed_at: string | null
          created_at: string | null
          details: string | null
          id: string | null
          messages: Json | null
          other_reports: number | null
          reason: string | null
          reported: Json | null
          reporter: Json | null
          session_id: string | null
          status: string | null
        }
        Relationships: [
          {
            foreignKeyName: "reports_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "chat_list"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "session_summaries"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "reports_session_id_fkey"
            columns: ["session_id"]
            isOneToOne: false
            referencedRelation: "sessions"
            referencedColumns: ["id"]
          },
        ]
      }
      session_summaries: {
        Row: {
          created_at: string | null
          id: string | null
          joined_at: string | null
          last_activity: string | null
          last_message: Json | null
          last_read_at: string | null
          seen_at: string | null
          status: string | null
          unread_count: number | null
          vendor: Json | null
          vendor_id: string | null
          visitor: Json | null
          visitor_id: string | null
          waiting_since: string | null
        }
        Relationships: [
          {
            foreignKeyName: "sessions_vendor_id_fkey"
            columns: ["vendor_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_vendor_id_fkey"
            columns: ["vendor_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_visitor_id_fkey"
            columns: ["visitor_id"]
            isOneToOne: false
            referencedRelation: "profiles"
            referencedColumns: ["id"]
          },
          {
            foreignKeyName: "sessions_visitor_id_fkey"
            columns: ["visitor_id"]
            isOneToOne: false
            referencedRelation: "shared_profiles"
            referencedColumns: ["id"]
          },
        ]
      }
      shared_profiles: {
        Row: {
          avatar_url: string | null
          company: string | null
          designation: string | null
          email: string | null
          id: string | null
          language: string | null
          linkedin: string | null
          name: string | null
          phone: string | null
          role: string | null
          updated_at: string | null
          user_id: string | null
          website: string | null
          wechat: string | null
          whatsapp: string | null
        }
        Relationships: []
      }
      translation_report_list: {
        Row: {
          created_at: string | null
          engine: string | null
          id: string | null
          reason: string | null
          source_language: string | null
          target_language: string | null
          translation: string | null
          words: string | null
        }
        Relationships: []
      }
    }
    Functions: {
      accept_booth_invitation: {
        Args: { token: string }
        Returns: {
          away_since: string | null
          id: string
          joined_at: string
          owner_id: string
          profile_id: string
        }
        SetofOptions: {
          from: "*"
          to: "booth_members"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      account_devices: { Args: { user_id: string }; Returns: Json }
      account_has_password: { Args: { user_id: string }; Returns: boolean }
      account_size: { Args: { user_id: string }; Returns: Json }
      add_material: {
        Args: {
          document_id?: string
          pages: number
          passages: Json
          title: string
        }
        Returns: string
      }
      answer_request: {
        Args: { accept: boolean; session_id: string }
        Returns: {
          assigned_at: string | null
          assigned_to: string | null
          booth_code_id: string | null
          created_at: string
          id: string
          joined_at: string | null
          request_state: string | null
          requested_at: string | null
          status: string
          vendor_id: string
          visitor_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "sessions"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      attach_note_translation: {
        Args: {
          engine: string
          language: string
          note_id: string
          translated: string
        }
        Returns: {
          author_id: string | null
          created_at: string
          handed_to: string | null
          id: string
          language: string
          owner_id: string
          session_id: string
          text: string
          translations: NonNullable<Json>
        }
        SetofOptions: {
          from: "*"
          to: "chat_notes"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      badge_attendee: {
        Args: { badge: string }
        Returns: {
          company: string
          designation: string
          email: string
          name: string
          phone: string
        }[]
      }
      booth_invitation: {
        Args: { token: string }
        Returns: {
          accepted: boolean
          booth: Json
          expires_at: string
          state: string
        }[]
      }
      booth_invite: {
        Args: { code: string; device?: string }
        Returns: {
          label: string
          session_id: string
          state: string
          vendor: Json
        }[]
      }
      claim_chat: {
        Args: { session_id: string; take_over?: boolean }
        Returns: {
          assigned_at: string | null
          assigned_to: string | null
          booth_code_id: string | null
          created_at: string
          id: string
          joined_at: string | null
          request_state: string | null
          requested_at: string | null
          status: string
          vendor_id: string
          visitor_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "sessions"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      close_report: {
        Args: { closed?: boolean; report_id: string }
        Returns: {
          closed_at: string | null
          created_at: string
          details: string | null
          id: string
          message_ids: string[]
          reason: string
          reported_id: string | null
          reporter_id: string
          session_id: string | null
          status: string
        }
        SetofOptions: {
          from: "*"
          to: "reports"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      create_booth_invitation: {
        Args: { invitation_id?: string }
        Returns: {
          expires_at: string
          id: string
          token: string
        }[]
      }
      delete_account: { Args: { user_id: string }; Returns: undefined }
      follow_up_people: {
        Args: Record<PropertyKey, never>
        Returns: {
          avatar_url: string
          company: string
          email: string
          language: string
          mailed_at: string
          name: string
          obstacle: string
          person_id: string
          reason: string
          session_id: string
          status: string
        }[]
      }
      glossary_for: {
        Args: { session_id?: string; user_id: string }
        Returns: {
          ar: string
          en: string
          mode: string
          term: string
          zh: string
        }[]
      }
      hand_over_chat: {
        Args: {
          member_id: string
          note?: string
          note_id?: string
          session_id: string
        }
        Returns: {
          assigned_at: string | null
          assigned_to: string | null
          booth_code_id: string | null
          created_at: string
          id: string
          joined_at: string | null
          request_state: string | null
          requested_at: string | null
          status: string
          vendor_id: string
          visitor_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "sessions"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      import_glossary_terms: {
        Args: { terms: Json }
        Returns: {
          added: number
          changed: number
        }[]
      }
      join_booth: {
        Args: { code: string; device?: string }
        Returns: {
          assigned_at: string | null
          assigned_to: string | null
          booth_code_id: string | null
          created_at: string
          id: string
          joined_at: string | null
          request_state: string | null
          requested_at: string | null
          status: string
          vendor_id: string
          visitor_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "sessions"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      join_session: {
        Args: { session_id: string }
        Returns: {
          assigned_at: string | null
          assigned_to: string | null
          booth_code_id: string | null
          created_at: string
          id: string
          joined_at: string | null
          request_state: string | null
          requested_at: string | null
          status: string
          vendor_id: string
          visitor_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "sessions"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      lead_tags: {
        Args: Record<PropertyKey, never>
        Returns: {
          people: number
          tag: string
        }[]
      }
      mark_session_read: {
        Args: { session_id: string; up_to?: string }
        Returns: {
          last_read_at: string | null
          profile_id: string
          seen_at: string
          session_id: string
        }
        SetofOptions: {
          from: "*"
          to: "session_reads"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      match_badges: { Args: Record<PropertyKey, never>; Returns: number }
      meeting_place: { Args: { session_id: string }; Returns: string }
      merge_scanned_cards: {
        Args: { card: Json; kept: string; others: string[]; seen: string[] }
        Returns: {
          badge: string | null
          company: string | null
          created_at: string
          designation: string | null
          email: string | null
          id: string
          linkedin: string | null
          name: string | null
          note: string | null
          owner_id: string
          phone: string | null
          scanned_by: string | null
          tags: string[]
          updated_at: string
          website: string | null
          wechat: string | null
          whatsapp: string | null
        }
        SetofOptions: {
          from: "*"
          to: "scanned_cards"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      my_booth: { Args: Record<PropertyKey, never>; Returns: Json }
      note_report: {
        Args: { note: string; report_id: string; seen: number }
        Returns: {
          note: string
          report_id: string
          revision: number
          updated_at: string
        }
        SetofOptions: {
          from: "*"
          to: "report_notes"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      note_translation: {
        Args: {
          engine: string
          target: string
          translated: string
          user_id: string
          words: string
        }
        Returns: undefined
      }
      orphaned_files: {
        Args: Record<PropertyKey, never>
        Returns: {
          bucket: string
          name: string
        }[]
      }
      propose_meeting: {
        Args: {
          id: string
          minutes: number
          note?: string
          place: string
          replaces?: string
          session_id: string
          time_zone: string
          times: string[]
        }
        Returns: {
          accepter_zone: string | null
          changed_at: string
          created_at: string
          id: string
          message_id: string
          minutes: number
          note: string
          place: string
          proposer_id: string | null
          proposer_zone: string
          session_id: string
          starts_at: string | null
          state: string
          times: string[]
        }
        SetofOptions: {
          from: "*"
          to: "meetings"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      record_account_export: {
        Args: { user_agent?: string; user_id: string }
        Returns: undefined
      }
      release_chat: {
        Args: { session_id: string }
        Returns: {
          assigned_at: string | null
          assigned_to: string | null
          booth_code_id: string | null
          created_at: string
          id: string
          joined_at: string | null
          request_state: string | null
          requested_at: string | null
          status: string
          vendor_id: string
          visitor_id: string | null
        }
        SetofOptions: {
          from: "*"
          to: "sessions"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      remove_booth_member: { Args: { member_id: string }; Returns: undefined }
      resend_webhook: {
        Args: { delivery_id: string }
        Returns: {
          answer: number | null
          created_at: string
          due_at: string
          endpoint_id: string
          event: string
          failure: string | null
          id: string
          merges: boolean
          owner_id: string
          person_id: string | null
          state: string
          tried_at: string | null
          tries: number
        }
        SetofOptions: {
          from: "*"
          to: "webhook_deliveries"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      resume_webhook: {
        Args: Record<PropertyKey, never>
        Returns: {
          created_at: string
          failing_since: string | null
          id: string
          owner_id: string
          paused_at: string | null
          rests_until: string | null
          url: string
        }
        SetofOptions: {
          from: "*"
          to: "webhook_endpoints"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      revoke_booth_invitation: {
        Args: { invitation_id: string }
        Returns: undefined
      }
      rotate_booth_code: {
        Args: { code_id: string }
        Returns: {
          code: string
          created_at: string
          id: string
          kind: string
          label: string
          logo_path: string | null
          paused_at: string | null
          rotated_at: string | null
          style: NonNullable<Json>
          vendor_id: string
        }
        SetofOptions: {
          from: "*"
          to: "booth_codes"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      scan_booth_code: {
        Args: { code: string; device: string }
        Returns: undefined
      }
      search_material: {
        Args: { most?: number; question: string; whole_up_to?: number }
        Returns: {
          content: string
          page: number
          pages: number
          title: string
        }[]
      }
      session_invite: {
        Args: { session_id: string }
        Returns: {
          id: string
          status: string
          taken: boolean
          vendor: Json
        }[]
      }
      set_away: { Args: { away: boolean }; Returns: number }
      settle_meeting: {
        Args: {
          act: string
          meeting_id: string
          starts_at?: string
          time_zone?: string
        }
        Returns: {
          accepter_zone: string | null
          changed_at: string
          created_at: string
          id: string
          message_id: string
          minutes: number
          note: string
          place: string
          proposer_id: string | null
          proposer_zone: string
          session_id: string
          starts_at: string | null
          state: string
          times: string[]
        }
        SetofOptions: {
          from: "*"
          to: "meetings"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      share_card: {
        Args: { person?: string; share?: string[]; withhold?: string[] }
        Returns: string[]
      }
      share_card_with_all: { Args: Record<PropertyKey, never>; Returns: number }
      test_webhook: {
        Args: Record<PropertyKey, never>
        Returns: {
          answer: number | null
          created_at: string
          due_at: string
          endpoint_id: string
          event: string
          failure: string | null
          id: string
          merges: boolean
          owner_id: string
          person_id: string | null
          state: string
          tried_at: string | null
          tries: number
        }
        SetofOptions: {
          from: "*"
          to: "webhook_deliveries"
          isOneToOne: true
          isSetofReturn: false
        }
      }
      vendor_analytics: {
        Args: { first_day?: string; last_day?: string; zone: string }
        Returns: Json
      }
    }
    Enums: {
      [_ in never]: never
    }
    CompositeTypes: {
      [_ in never]: never
    }
  }
}

type DatabaseWithoutInternals = Omit<Database, "__InternalSupabase">

type DefaultSchema = DatabaseWithoutInternals[Extract<keyof Database, "public">]

export type Tables<
  DefaultSchemaTableNameOrOptions extends
    | keyof (DefaultSchema["Tables"] & DefaultSchema["Views"])
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
        DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? (DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"] &
      DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Views"])[TableName] extends {
      Row: infer R
    }
    ? R
    : never
  : DefaultSchemaTableNameOrOptions extends keyof (DefaultSchema["Tables"] &
        DefaultSchema["Views"])
    ? (DefaultSchema["Tables"] &
        DefaultSchema["Views"])[DefaultSchemaTableNameOrOptions] extends {
        Row: infer R
      }
      ? R
      : never
    : never

export type TablesInsert<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Insert: infer I
    }
    ? I
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Insert: infer I
      }
      ? I
      : never
    : never

export type TablesUpdate<
  DefaultSchemaTableNameOrOptions extends
    | keyof DefaultSchema["Tables"]
    | { schema: keyof DatabaseWithoutInternals },
  TableName extends (DefaultSchemaTableNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"]
    : never) = never,
> = DefaultSchemaTableNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaTableNameOrOptions["schema"]]["Tables"][TableName] extends {
      Update: infer U
    }
    ? U
    : never
  : DefaultSchemaTableNameOrOptions extends keyof DefaultSchema["Tables"]
    ? DefaultSchema["Tables"][DefaultSchemaTableNameOrOptions] extends {
        Update: infer U
      }
      ? U
      : never
    : never

export type Enums<
  DefaultSchemaEnumNameOrOptions extends
    | keyof DefaultSchema["Enums"]
    | { schema: keyof DatabaseWithoutInternals },
  EnumName extends (DefaultSchemaEnumNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"]
    : never) = never,
> = DefaultSchemaEnumNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[DefaultSchemaEnumNameOrOptions["schema"]]["Enums"][EnumName]
  : DefaultSchemaEnumNameOrOptions extends keyof DefaultSchema["Enums"]
    ? DefaultSchema["Enums"][DefaultSchemaEnumNameOrOptions]
    : never

export type CompositeTypes<
  PublicCompositeTypeNameOrOptions extends
    | keyof DefaultSchema["CompositeTypes"]
    | { schema: keyof DatabaseWithoutInternals },
  CompositeTypeName extends (PublicCompositeTypeNameOrOptions extends {
    schema: keyof DatabaseWithoutInternals
  }
    ? keyof DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"]
    : never) = never,
> = PublicCompositeTypeNameOrOptions extends {
  schema: keyof DatabaseWithoutInternals
}
  ? DatabaseWithoutInternals[PublicCompositeTypeNameOrOptions["schema"]]["CompositeTypes"][CompositeTypeName]
  : PublicCompositeTypeNameOrOptions extends keyof DefaultSchema["CompositeTypes"]
    ? DefaultSchema["CompositeTypes"][PublicCompositeTypeNameOrOptions]
    : never

export const Constants = {
  public: {
    Enums: {},
  },
} as const
