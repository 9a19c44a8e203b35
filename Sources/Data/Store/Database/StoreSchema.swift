import GRDB

/// The tables of the store as numbered migrations. A released migration never changes, including the comments in its
/// SQL: what they call LiveEntries, LivePruning and StoredWish is `ServerEntries`, `ServerAccountPruning` and
/// `StoredPendingAction` today. Tables named `live…` are of server accounts, `wish` has pending actions.
enum StoreSchema {
  static let migrator: DatabaseMigrator = {
    var migrator = DatabaseMigrator()
    migrator.registerMigration("1") { try $0.execute(sql: first) }
    // Without a check of all foreign keys, which takes seconds for a million posts: none of them changes.
    migrator.registerMigration("2", foreignKeyChecks: .immediate) { try $0.execute(sql: second) }
    migrator.registerMigration("3", foreignKeyChecks: .immediate) { try $0.execute(sql: third) }
    migrator.registerMigration("4", foreignKeyChecks: .immediate) { try $0.execute(sql: fourth) }
    migrator.registerMigration("5", foreignKeyChecks: .immediate) { try $0.execute(sql: fifth) }
    migrator.registerMigration("6", foreignKeyChecks: .immediate) { try $0.execute(sql: sixth) }
    migrator.registerMigration("7", foreignKeyChecks: .immediate) { try $0.execute(sql: seventh) }
    migrator.registerMigration("8", foreignKeyChecks: .immediate) { try $0.execute(sql: eighth) }
    migrator.registerMigration("9", foreignKeyChecks: .immediate) { try $0.execute(sql: ninth) }
    migrator.registerMigration("10", foreignKeyChecks: .immediate) { try $0.execute(sql: tenth) }
    migrator.registerMigration("11", foreignKeyChecks: .immediate) { try $0.execute(sql: eleventh) }
    migrator.registerMigration("12", foreignKeyChecks: .immediate) { database in
      try database.execute(sql: twelfth)
      try PostIndexer.rebuild(in: database)
    }
    migrator.registerMigration("13", foreignKeyChecks: .immediate) { try $0.execute(sql: thirteenth) }
    migrator.registerMigration("14", foreignKeyChecks: .immediate) { try $0.execute(sql: fourteenth) }
    migrator.registerMigration("15", foreignKeyChecks: .immediate) { try $0.execute(sql: fifteenth) }
    migrator.registerMigration("16", foreignKeyChecks: .immediate) { try $0.execute(sql: sixteenth) }
    migrator.registerMigration("17", foreignKeyChecks: .immediate) { try $0.execute(sql: seventeenth) }
    migrator.registerMigration("18", foreignKeyChecks: .immediate) { try $0.execute(sql: eighteenth) }
    migrator.registerMigration("19", foreignKeyChecks: .immediate) { try $0.execute(sql: nineteenth) }
    return migrator
  }()

  /// Identifies a database of Tern: “TERN”.
  static let applicationID = 0x5445_524E

  /// The key in version 2 of a timeline that version 1 stored by name, as `TimelineID(name:)` and `storageKey` were
  /// then.
  static func timelineKey(ofName column: String) -> String {
    "CASE \(column) WHEN 'Home' THEN 'home' ELSE 'named:' || \(column) END"
  }

  /// Whether a table or an index exists. A store that cannot be migrated lacks newer ones.
  static func has(_ name: String, in database: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM main.sqlite_master WHERE name = ?)"
    return try Bool.fetchOne(database.cachedStatement(sql: sql), arguments: [name]) ?? false
  }

  /// Whether a migration was applied.
  static func hasReached(_ version: String, in database: Database) throws -> Bool {
    let sql = "SELECT EXISTS (SELECT 1 FROM main.grdb_migrations WHERE identifier = ?)"
    return try Bool.fetchOne(database.cachedStatement(sql: sql), arguments: [version]) ?? false
  }

  /// Adds columns and rewrites the few rows of `timeline`. Posts are not rewritten.
  private static let second = """
    -- The source's own id of whose it is, which stays when handle and name change.
    ALTER TABLE account ADD COLUMN sourceId TEXT;
    ALTER TABLE profile ADD COLUMN sourceId TEXT;

    -- Whom the post answers, where the source says. NULL as a name: it is the handle.
    ALTER TABLE post ADD COLUMN replyToHandle TEXT;
    ALTER TABLE post ADD COLUMN replyToName TEXT;
    -- From now on, `state` may hold several, with a space between them.

    -- See StoredText.Link. NULL: it was written by version 1.
    ALTER TABLE link ADD COLUMN kind INTEGER;

    -- A timeline is known by the key of its TimelineID; people see the title.
    ALTER TABLE timeline RENAME COLUMN name TO key;
    ALTER TABLE timeline ADD COLUMN title TEXT NOT NULL DEFAULT '';
    -- In between each has a key that none of the others can have.
    UPDATE timeline SET title = key, key = CAST(id AS BLOB);
    UPDATE timeline SET key = \(timelineKey(ofName: "title"));
    """

  /// Adds server accounts. Their posts are in `post` as all others, and `entry` lists the timelines they were seen in,
  /// for search and export. `liveEntry` has the order of a server's timeline.
  private static let third = """
    -- The storage key of a server's account; NULL: it has been imported.
    ALTER TABLE account ADD COLUMN liveKey TEXT;
    ALTER TABLE account ADD COLUMN host TEXT;
    ALTER TABLE account ADD COLUMN address TEXT;
    -- See StoredOverview.
    ALTER TABLE account ADD COLUMN overview TEXT;
    -- How far cleaning up has come: see LivePruning.
    ALTER TABLE account ADD COLUMN prunedTo TEXT;
    CREATE UNIQUE INDEX accountByLiveKey ON account (liveKey) WHERE liveKey IS NOT NULL;

    CREATE TABLE liveTimeline (
      timelineId INTEGER PRIMARY KEY REFERENCES timeline ON DELETE CASCADE,
      -- When the server was asked for the newest last.
      asOf INTEGER,
      -- Leads to what the server has below the last entry; NULL: nothing.
      older TEXT,
      canFill INTEGER NOT NULL
    );

    -- An entry is never given the id of one that was there before: cursors hold it.
    CREATE TABLE liveEntry (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      timelineId INTEGER NOT NULL REFERENCES timeline ON DELETE CASCADE,
      -- The greater, the higher up. With room between any two: see LiveEntries.
      position INTEGER NOT NULL,
      -- What the server pages by; empty where that is nothing to page by.
      cursor TEXT NOT NULL,
      -- What the server has named to lead to what stands below it.
      below TEXT,
      postId INTEGER NOT NULL REFERENCES post,
      -- Empty where it tells of none.
      notificationId TEXT NOT NULL,
      -- See StoredNotification.
      notification TEXT,
      date INTEGER,
      -- Whether something is missing between it and the entry below it.
      isGapBelow INTEGER NOT NULL,
      UNIQUE (timelineId, postId, notificationId)
    );
    CREATE INDEX liveEntryByPosition ON liveEntry (timelineId, position);
    CREATE INDEX liveEntryByDate ON liveEntry (timelineId, date, position);
    CREATE INDEX liveEntryByPost ON liveEntry (postId);

    -- Finds the posts of a server's account that quote another.
    CREATE TABLE liveQuote (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      quotedId TEXT NOT NULL,
      sourceId TEXT NOT NULL,
      PRIMARY KEY (accountId, quotedId, sourceId)
    ) WITHOUT ROWID;
    """

  /// Adds drafts, outbox and pending actions. They refer to an account by its storage key, so that drafts outlive the
  /// account.
  private static let fourth = """
    -- What the reader has done with it: see StoredViewer. NULL: its source does not say.
    ALTER TABLE post ADD COLUMN viewer INTEGER;
    -- See StoredPoll.
    ALTER TABLE post ADD COLUMN poll TEXT;
    -- See StoredPublishing.
    ALTER TABLE account ADD COLUMN publishing TEXT;

    CREATE TABLE draft (
      id TEXT PRIMARY KEY NOT NULL,
      account TEXT NOT NULL,
      changedAt INTEGER NOT NULL,
      -- See StoredDraft.
      content TEXT NOT NULL
    );

    -- Posts on their way.
    CREATE TABLE outbox (
      id TEXT PRIMARY KEY NOT NULL,
      account TEXT NOT NULL,
      sentAt INTEGER NOT NULL,
      notBefore INTEGER NOT NULL,
      -- Until when some Tern has it; NULL: none has.
      claimedUntil INTEGER,
      -- 1: it waits for its author's word.
      needsPerson INTEGER NOT NULL,
      -- See StoredOutboxEntry.
      content TEXT NOT NULL
    );
    CREATE INDEX outboxByAccount ON outbox (account, sentAt);

    -- What somebody has wanted, and the server does not know yet.
    CREATE TABLE wish (
      id TEXT PRIMARY KEY NOT NULL,
      account TEXT NOT NULL,
      -- Of two in the same slot the later one holds. NULL: it is one for itself.
      slot TEXT,
      at INTEGER NOT NULL,
      -- See StoredWish.
      content TEXT NOT NULL
    );
    CREATE UNIQUE INDEX wishBySlot ON wish (account, slot) WHERE slot IS NOT NULL;
    CREATE INDEX wishByAccount ON wish (account, at);
    """

  /// Adds details of a post, and the filter that folds an entry.
  private static let fifth = """
    ALTER TABLE post ADD COLUMN language TEXT;
    ALTER TABLE post ADD COLUMN application TEXT;
    -- Whether its author is a program.
    ALTER TABLE post ADD COLUMN isAutomated INTEGER;
    -- The filter's title; NULL: none does.
    ALTER TABLE liveEntry ADD COLUMN filter TEXT;
    """

  /// Adds indexes for searches, which version 11 drops. Each has few posts, or few bytes of each, in time order.
  private static let sixth = """
    CREATE INDEX postAnswering ON post (accountId, id, replyTo, replyToHandle, authorId)
      WHERE replyTo IS NOT NULL OR replyToHandle IS NOT NULL;
    CREATE INDEX postRare ON post (accountId, id, state, isPollClosed, quoteId, quoteState)
      WHERE state IS NOT NULL OR isPollClosed IS NOT NULL OR quoteId IS NOT NULL OR quoteState IS NOT NULL;
    CREATE INDEX postCounted ON post (accountId, id, likes, reposts, language)
      WHERE likes > 0 OR reposts > 0 OR language IS NOT NULL;
    """

  /// Adds the name that the user gives an account, independent of imports and servers.
  private static let seventh = """
    -- NULL: they have given it no name.
    ALTER TABLE account ADD COLUMN givenName TEXT;
    """

  /// Adds the date of imports, and which posts are earlier versions of others.
  private static let eighth = """
    -- When the newest source of it was handed out. NULL: nobody knows.
    ALTER TABLE account ADD COLUMN asOf INTEGER;

    -- An earlier version lies among the posts, in no timeline of its author's.
    CREATE TABLE postVersion (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      sourceId TEXT NOT NULL,
      -- Of the version that stands.
      latestId TEXT NOT NULL,
      PRIMARY KEY (accountId, sourceId)
    ) WITHOUT ROWID;
    """

  /// Adds IDs of sent drafts, so that none is sent twice.
  private static let ninth = """
    CREATE TABLE sentDraft (
      -- The last that was sent has the highest.
      number INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE
    );
    """

  /// Adds indexes for all posts of a profile, listed or not.
  private static let tenth = """
    CREATE INDEX postByAuthor ON post (authorId);
    CREATE INDEX postByReposter ON post (reposterId) WHERE reposterId > 0;
    """

  /// Adds an index for the versions of a post, which an earlier Tern added with version 8, and drops the indexes of
  /// version 6.
  private static let eleventh = """
    CREATE INDEX IF NOT EXISTS postVersionByLatest ON postVersion (accountId, latestId);
    DROP INDEX IF EXISTS postAnswering;
    DROP INDEX IF EXISTS postRare;
    DROP INDEX IF EXISTS postCounted;
    """

  /// Adds all facets of posts to the full-text index: the timelines of imported posts, and posts that are not by their
  /// account's main author. The index is rebuilt.
  private static let twelfth = """
    -- See StoredAccount.mainAuthor. NULL: it is not known yet; 0: there is none.
    ALTER TABLE account ADD COLUMN mainAuthorId INTEGER;
    UPDATE account SET mainAuthorId = (
      SELECT id FROM (
        SELECT profile.id AS id,
          (SELECT count(*) FROM post INDEXED BY postByAuthor WHERE authorId = profile.id) AS posts
        FROM profile WHERE profile.accountId = account.id
      ) WHERE posts > 0 ORDER BY posts DESC, id LIMIT 1
    ) WHERE liveKey IS NULL;

    -- An earlier Tern took the reposts of an X archive for those of somebody who is not named.
    UPDATE OR IGNORE post SET reposterId = 0
      WHERE reposterId = -1 AND repostedAt IS NULL AND substr(text, 1, 4) = 'RT @'
        AND accountId IN (SELECT id FROM account WHERE format = 'X archive');
    """

  /// Adds mentions.
  private static let thirteenth = """
    -- See StoredMentions. NULL: the source lists none, or an earlier Tern wrote the row.
    ALTER TABLE post ADD COLUMN mentions TEXT;
    """

  /// Adds the emphasis of text.
  private static let fourteenth = """
    -- See StoredText. NULL: nothing is.
    ALTER TABLE post ADD COLUMN emphasis TEXT;
    """

  /// Adds further results of filters, and the IDs of a server that name the same post.
  private static let fifteenth = """
    -- 1: the filter hides it.
    ALTER TABLE liveEntry ADD COLUMN isHidden INTEGER;
    -- The title of the filter that folds what it quotes; NULL: none does.
    ALTER TABLE liveEntry ADD COLUMN quoteFilter TEXT;

    -- By which id a server knows an ActivityPub id now.
    CREATE TABLE livePost (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      uri TEXT NOT NULL,
      sourceId TEXT NOT NULL,
      PRIMARY KEY (accountId, uri)
    ) WITHOUT ROWID;

    -- Ids that posts had before.
    CREATE TABLE livePostAlias (
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      formerId TEXT NOT NULL,
      sourceId TEXT NOT NULL,
      PRIMARY KEY (accountId, formerId)
    ) WITHOUT ROWID;
    """

  /// Adds the sizes of pictures.
  private static let sixteenth = """
    -- In pixels. NULL: unknown, or an earlier Tern wrote the row.
    ALTER TABLE media ADD COLUMN width INTEGER;
    ALTER TABLE media ADD COLUMN height INTEGER;
    -- 1: the source marks it as sensitive.
    ALTER TABLE media ADD COLUMN isSensitive INTEGER;
    """

  /// Adds custom emoji and avatars.
  private static let seventeenth = """
    -- See StoredEmojis. NULL: there are none, or an earlier Tern wrote the row.
    ALTER TABLE post ADD COLUMN emojis TEXT;
    ALTER TABLE profile ADD COLUMN emojis TEXT;
    -- An address. NULL: unknown.
    ALTER TABLE profile ADD COLUMN avatar TEXT;
    """

  /// Adds the details of link previews.
  private static let eighteenth = """
    -- See LinkCard. NULL: unknown, or an earlier Tern wrote the row.
    ALTER TABLE media ADD COLUMN site TEXT;
    ALTER TABLE media ADD COLUMN author TEXT;
    ALTER TABLE media ADD COLUMN summary TEXT;
    """

  /// Adds the addresses of smaller versions of pictures.
  private static let nineteenth = """
    -- NULL: there is none, or an earlier Tern wrote the row.
    ALTER TABLE media ADD COLUMN previewUrl TEXT;
    """
}
