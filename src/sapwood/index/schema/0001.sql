-- The index: rows made from the log, the values and the files. It can be thrown away at any time.
-- Every key starts with `workspace`. Times are seconds since 1970 in UTC.

CREATE TABLE memory_marks (
  row INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL, id TEXT NOT NULL, scope TEXT NOT NULL, subject TEXT NOT NULL,
  observation TEXT NOT NULL, evidence TEXT NOT NULL,
  initial_strength REAL NOT NULL, half_life_days REAL NOT NULL,
  observed_by TEXT NOT NULL, channel TEXT NOT NULL,
  first_observed_at REAL NOT NULL, last_reinforced_at REAL NOT NULL, reinforcement_count INTEGER NOT NULL DEFAULT 0,
  affinity TEXT NOT NULL DEFAULT '[]', substrate_refs TEXT NOT NULL DEFAULT '[]',
  valid_from REAL, valid_to REAL, disputed_with TEXT NOT NULL DEFAULT '[]', superseded_by TEXT,
  state TEXT NOT NULL DEFAULT 'active',
  same_key TEXT NOT NULL, delta_sum REAL NOT NULL DEFAULT 0, withers_at REAL,
  replica TEXT NOT NULL, log_index INTEGER NOT NULL, digest TEXT NOT NULL,
  created_at REAL NOT NULL, updated_at REAL NOT NULL,
  subject_leaf TEXT NOT NULL DEFAULT '',  -- replica/index of the leaf that moved it last
  slot_key TEXT NOT NULL DEFAULT '',      -- where those lie that it may contradict (apply.Slot)
  slot_start TEXT NOT NULL DEFAULT '', slot_short TEXT,
  stated_to REAL,                         -- valid_to as it was stated, before anything replaced it
  is_current INTEGER NOT NULL DEFAULT 1   -- active and not replaced by then: its text lies in marks_text, else in past_text
);
CREATE UNIQUE INDEX marks_id ON memory_marks (workspace, id);
CREATE INDEX marks_same ON memory_marks (workspace, same_key);
CREATE INDEX marks_subject ON memory_marks (workspace, subject);
CREATE INDEX marks_state ON memory_marks (workspace, state, withers_at);
CREATE INDEX marks_slot ON memory_marks (workspace, slot_key, first_observed_at DESC, id, state);  -- all that is asked
CREATE INDEX marks_start ON memory_marks (workspace, slot_start, first_observed_at DESC, id, state);
CREATE INDEX marks_short ON memory_marks (workspace, slot_short, first_observed_at DESC, id, state) WHERE slot_short IS NOT NULL;
CREATE INDEX marks_first ON memory_marks (workspace, first_observed_at);
-- For a clock that stands before the end of one that its last leaf took for over.
CREATE INDEX marks_ended ON memory_marks (workspace, valid_to) WHERE is_current=0 AND state='active';

-- Subjects that a mark had before it was moved, for those who ask what was known then.
CREATE TABLE former_subjects (
  row INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL, mark_id TEXT NOT NULL, subject TEXT NOT NULL, same_key TEXT NOT NULL
);
CREATE UNIQUE INDEX former_mark ON former_subjects (workspace, mark_id, subject);
CREATE INDEX former_subject ON former_subjects (workspace, subject);
CREATE INDEX former_same ON former_subjects (workspace, same_key);

CREATE TABLE memory_mark_reinforcements (
  workspace TEXT NOT NULL, mark_id TEXT NOT NULL, id TEXT NOT NULL,
  reinforced_at REAL NOT NULL, reinforced_by TEXT NOT NULL, evidence TEXT NOT NULL,
  step REAL NOT NULL, strength_delta REAL NOT NULL DEFAULT 0,
  replica TEXT NOT NULL, log_index INTEGER NOT NULL, digest TEXT NOT NULL,
  PRIMARY KEY (workspace, mark_id, id)
) WITHOUT ROWID;
CREATE INDEX reinforcements_at ON memory_mark_reinforcements (workspace, reinforced_at);

-- Where a mark has been seen already: one source, and one day, reinforces at most once.
CREATE TABLE mark_sources (
  workspace TEXT NOT NULL, mark_id TEXT NOT NULL, source TEXT NOT NULL, day TEXT NOT NULL,
  PRIMARY KEY (workspace, mark_id, source)
) WITHOUT ROWID;
CREATE INDEX sources_by_source ON mark_sources (workspace, source);

-- Two replicas made the same mark: the later id leads to the earlier one.
CREATE TABLE mark_aliases (
  workspace TEXT NOT NULL, id TEXT NOT NULL, mark_id TEXT NOT NULL, replica TEXT NOT NULL, log_index INTEGER NOT NULL,
  PRIMARY KEY (workspace, id)
) WITHOUT ROWID;
CREATE INDEX aliases_by_mark ON mark_aliases (workspace, mark_id);

-- Every leaf about a mark but those that made or reinforced it; those too where it was erased or they added nothing.
CREATE TABLE mark_history (
  workspace TEXT NOT NULL, mark_id TEXT NOT NULL, replica TEXT NOT NULL, log_index INTEGER NOT NULL, type TEXT NOT NULL,
  digest TEXT NOT NULL DEFAULT '',  -- of the value that the leaf added
  PRIMARY KEY (workspace, mark_id, replica, log_index)
) WITHOUT ROWID;
CREATE INDEX history_by_type ON mark_history (workspace, type, mark_id);

-- What the person pinned: a mark by its id, or lines of a file by the evidence record of them.
CREATE TABLE standing (
  workspace TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, evidence TEXT NOT NULL, at REAL NOT NULL,
  replica TEXT NOT NULL, log_index INTEGER NOT NULL, digest TEXT NOT NULL,
  PRIMARY KEY (workspace, id)
) WITHOUT ROWID;

-- What waits for a person. `state` is pending or deferred, all that leaves alone say of it; whether it is held or
-- withered depends on the moment, whether it was accepted or rejected on signatures: readers compute both.
CREATE TABLE memory_proposals (
  workspace TEXT NOT NULL, id TEXT NOT NULL, kind TEXT NOT NULL, scope TEXT NOT NULL, subject TEXT NOT NULL,
  proposed_change TEXT NOT NULL, target_file TEXT, based_on TEXT NOT NULL DEFAULT '[]',
  proposed_by TEXT NOT NULL, proposed_at REAL NOT NULL, channel TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'pending', pending_since REAL NOT NULL, reviewed_at REAL, decision_index INTEGER,
  same_key TEXT NOT NULL, replica TEXT NOT NULL, log_index INTEGER NOT NULL, digest TEXT NOT NULL,
  PRIMARY KEY (workspace, id)
) WITHOUT ROWID;
CREATE INDEX proposals_state ON memory_proposals (workspace, state, pending_since);
CREATE INDEX proposals_at ON memory_proposals (workspace, proposed_at);
CREATE INDEX proposals_same ON memory_proposals (workspace, same_key);
CREATE INDEX proposals_digest ON memory_proposals (workspace, digest);
CREATE UNIQUE INDEX proposals_leaf ON memory_proposals (workspace, replica, log_index);
CREATE VIEW memory_seeds AS
  SELECT workspace, id, subject, proposed_change, target_file, based_on AS based_on_marks, proposed_at AS planted_at,
  proposed_by AS planted_by, state, reviewed_at, proposed_at AS created_at, pending_since AS updated_at
  FROM memory_proposals WHERE kind='seed';

-- Keyed HMACs of the texts of proposals (has: says) and of the lines that they quote (has: quotes).
CREATE TABLE proposal_keys (
  workspace TEXT NOT NULL, key TEXT NOT NULL, proposal_id TEXT NOT NULL, has TEXT NOT NULL,
  PRIMARY KEY (workspace, key, proposal_id)
) WITHOUT ROWID;
CREATE INDEX keys_by_proposal ON proposal_keys (workspace, proposal_id);

CREATE TABLE value_places (
  workspace TEXT NOT NULL, digest TEXT NOT NULL,
  replica TEXT NOT NULL, segment INTEGER NOT NULL, offset INTEGER NOT NULL, length INTEGER NOT NULL,
  PRIMARY KEY (workspace, digest)
) WITHOUT ROWID;

-- Keyed HMACs of what must not come back by itself. kind: absence, gone, erased. Of
-- tombstones the log is asked (gate.ledger), never the index.
CREATE TABLE denials (
  workspace TEXT NOT NULL, key TEXT NOT NULL, kind TEXT NOT NULL, mark_id TEXT NOT NULL,
  replica TEXT NOT NULL, log_index INTEGER NOT NULL,
  PRIMARY KEY (workspace, key, kind, mark_id)
) WITHOUT ROWID;

CREATE TABLE erased (
  workspace TEXT NOT NULL, digest TEXT NOT NULL,
  PRIMARY KEY (workspace, digest)
) WITHOUT ROWID;

-- Values that were written again without words that were erased: whoever asks for the first gets the second.
CREATE TABLE stand_ins (
  workspace TEXT NOT NULL, digest TEXT NOT NULL, by_digest TEXT NOT NULL,
  replica TEXT NOT NULL, log_index INTEGER NOT NULL,
  PRIMARY KEY (workspace, digest)
) WITHOUT ROWID;

CREATE TABLE refusals (
  workspace TEXT NOT NULL, key TEXT NOT NULL, replica TEXT NOT NULL, log_index INTEGER NOT NULL,
  PRIMARY KEY (workspace, key)
) WITHOUT ROWID;

CREATE TABLE days_done (
  workspace TEXT NOT NULL, path TEXT NOT NULL, digest TEXT NOT NULL, at REAL NOT NULL,
  PRIMARY KEY (workspace, path, digest)
) WITHOUT ROWID;

-- Files whose evidence was looked at last, and how they were then; not from the log, so a rebuild looks again.
CREATE TABLE evidence_files (
  workspace TEXT NOT NULL, path TEXT NOT NULL, stat TEXT NOT NULL,
  PRIMARY KEY (workspace, path)
) WITHOUT ROWID;

CREATE TABLE jots (
  workspace TEXT NOT NULL, path TEXT NOT NULL, line_key TEXT NOT NULL, actor TEXT NOT NULL,
  PRIMARY KEY (workspace, path, line_key)
) WITHOUT ROWID;

-- What the log itself says is not whole: gaps that a person accepted, changes that could not be applied.
CREATE TABLE losses (
  workspace TEXT NOT NULL, replica TEXT NOT NULL, log_index INTEGER NOT NULL, kind TEXT NOT NULL, detail TEXT NOT NULL,
  PRIMARY KEY (workspace, replica, log_index)
) WITHOUT ROWID;

CREATE TABLE applied (
  workspace TEXT NOT NULL, replica TEXT NOT NULL, size INTEGER NOT NULL, lc INTEGER NOT NULL, root TEXT NOT NULL,
  bad_leaves TEXT NOT NULL DEFAULT '[]',
  PRIMARY KEY (workspace, replica)
) WITHOUT ROWID;

CREATE TABLE value_segments (
  workspace TEXT NOT NULL, replica TEXT NOT NULL, number INTEGER NOT NULL, stat TEXT NOT NULL,
  PRIMARY KEY (workspace, replica, number)
) WITHOUT ROWID;

CREATE TABLE files (
  id INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL, path TEXT NOT NULL, layer TEXT NOT NULL, day TEXT NOT NULL, archived INTEGER NOT NULL,
  stat TEXT NOT NULL, read_at REAL NOT NULL, digest TEXT NOT NULL, problems TEXT NOT NULL
);
CREATE UNIQUE INDEX files_path ON files (workspace, path);

-- What the last look at the files of some layers depended on, and how that was then: where it is the same, no row lags.
CREATE TABLE looks (
  workspace TEXT NOT NULL, layers TEXT NOT NULL, noted TEXT NOT NULL, digest TEXT NOT NULL, at REAL NOT NULL,
  problems TEXT NOT NULL,
  PRIMARY KEY (workspace, layers)
) WITHOUT ROWID;

CREATE TABLE passages (
  row INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL, file_id INTEGER NOT NULL, layer TEXT NOT NULL, day TEXT NOT NULL, archived INTEGER NOT NULL,
  first_line INTEGER NOT NULL, last_line INTEGER NOT NULL, heading TEXT NOT NULL, subject TEXT NOT NULL,
  text TEXT NOT NULL
);
CREATE INDEX passages_file ON passages (workspace, file_id);
CREATE INDEX passages_subject ON passages (workspace, layer, archived, subject);

-- Beside the passage of a learning of compost: where its fields go, and the subjects it has an affinity to.
CREATE TABLE compost (
  row INTEGER PRIMARY KEY,
  workspace TEXT NOT NULL, template_id TEXT NOT NULL, source_agent_count INTEGER NOT NULL, composted_at TEXT NOT NULL
);
CREATE TABLE compost_affinity (
  workspace TEXT NOT NULL, subject TEXT NOT NULL, row INTEGER NOT NULL,
  PRIMARY KEY (workspace, subject, row)
) WITHOUT ROWID;
CREATE INDEX affinity_by_row ON compost_affinity (row);

-- Most marks of a long life are not current; the question of every day does not look at them.
CREATE VIRTUAL TABLE past_text USING fts5(text, subject, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'");
CREATE VIRTUAL TABLE former_text USING fts5(text, subject, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'");
CREATE VIRTUAL TABLE marks_text USING fts5(text, subject, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'");
CREATE VIRTUAL TABLE knowledge_text USING fts5(text, heading, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'");
CREATE VIRTUAL TABLE substrate_text USING fts5(text, heading, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'");
CREATE VIRTUAL TABLE notes_text USING fts5(text, heading, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'");
CREATE VIRTUAL TABLE compost_text USING fts5(text, heading, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'");
CREATE VIRTUAL TABLE daily_text USING fts5(text, heading, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'");
CREATE VIRTUAL TABLE archive_text USING fts5(text, heading, tokenize = "porter unicode61 remove_diacritics 2 categories 'L* N* M* Co'");
