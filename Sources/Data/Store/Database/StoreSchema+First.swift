/// The tables of the first version. Later versions add to them.
extension StoreSchema {
  static let first = """
    PRAGMA application_id = \(applicationID);

    CREATE TABLE account (
      id INTEGER PRIMARY KEY,
      -- The handle; of a source that does not say whose it is, its name.
      key TEXT NOT NULL UNIQUE COLLATE NOCASE,
      handle TEXT NOT NULL,
      name TEXT NOT NULL,
      -- X archive, Mastodon archive, …
      format TEXT NOT NULL,
      lastTimelineId INTEGER REFERENCES timeline ON DELETE SET NULL,
      -- 1 while it is being imported or forgotten: others do not see it yet, or any more.
      isPartial INTEGER NOT NULL
    );

    CREATE TABLE profile (
      id INTEGER PRIMARY KEY,
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      -- The handle, or the name of someone who has none.
      key TEXT NOT NULL COLLATE NOCASE,
      handle TEXT NOT NULL,
      name TEXT NOT NULL,
      UNIQUE (accountId, key)
    );

    -- The id of a post is its place in time: see TimeOrderedID.
    CREATE TABLE post (
      id INTEGER PRIMARY KEY,
      accountId INTEGER NOT NULL REFERENCES account,
      sourceId TEXT NOT NULL,
      -- 0: it is no repost; -1: of somebody whom the source does not name.
      reposterId INTEGER NOT NULL,
      repostedAt INTEGER,
      authorId INTEGER,
      createdAt INTEGER,
      indexedAt INTEGER,
      text TEXT NOT NULL,
      url TEXT,
      replyTo TEXT,
      quoteId TEXT,
      -- Why the quoted post is not there; where it is, it is a post of this account.
      quoteState TEXT,
      warning TEXT,
      replies INTEGER,
      reposts INTEGER,
      likes INTEGER,
      visibility TEXT,
      state TEXT,
      -- NULL: it has no poll.
      isPollClosed INTEGER
    );
    -- Finds a post that is there already, what a post answers or quotes, and the entry that was selected last.
    CREATE UNIQUE INDEX postBySource ON post (accountId, sourceId, reposterId);
    -- Finds the answers to a post.
    CREATE INDEX postByReply ON post (accountId, replyTo) WHERE replyTo IS NOT NULL;

    CREATE TABLE link (
      postId INTEGER NOT NULL REFERENCES post ON DELETE CASCADE,
      number INTEGER NOT NULL,
      -- Where it stands in the text, in bytes of UTF-8.
      start INTEGER NOT NULL,
      length INTEGER NOT NULL,
      -- NULL: as in the text.
      url TEXT,
      label TEXT,
      PRIMARY KEY (postId, number)
    ) WITHOUT ROWID;

    CREATE TABLE media (
      postId INTEGER NOT NULL REFERENCES post ON DELETE CASCADE,
      number INTEGER NOT NULL,
      kind TEXT NOT NULL,
      url TEXT,
      description TEXT,
      PRIMARY KEY (postId, number)
    ) WITHOUT ROWID;

    CREATE TABLE pollOption (
      postId INTEGER NOT NULL REFERENCES post ON DELETE CASCADE,
      number INTEGER NOT NULL,
      title TEXT NOT NULL,
      votes INTEGER,
      PRIMARY KEY (postId, number)
    ) WITHOUT ROWID;

    CREATE TABLE timeline (
      id INTEGER PRIMARY KEY,
      accountId INTEGER NOT NULL REFERENCES account ON DELETE CASCADE,
      name TEXT NOT NULL,
      -- Of its tab.
      position INTEGER NOT NULL,
      -- How many entries it has.
      count INTEGER NOT NULL,
      -- The entry that was selected last.
      placeSourceId TEXT,
      placeReposter TEXT,
      placeDate INTEGER,
      -- The newest entry up to which everything has been read.
      markSourceId TEXT,
      markReposter TEXT,
      markDate INTEGER,
      UNIQUE (accountId, name)
    );

    -- A timeline in its order: the ids of its posts.
    CREATE TABLE entry (
      timelineId INTEGER NOT NULL REFERENCES timeline ON DELETE CASCADE,
      postId INTEGER NOT NULL REFERENCES post,
      PRIMARY KEY (timelineId, postId)
    ) WITHOUT ROWID;

    -- How many entries of a timeline are of a day: says how many stand above one without counting them.
    CREATE TABLE timelineDay (
      timelineId INTEGER NOT NULL REFERENCES timeline ON DELETE CASCADE,
      day INTEGER NOT NULL,
      count INTEGER NOT NULL,
      PRIMARY KEY (timelineId, day)
    ) WITHOUT ROWID;

    -- What has been read above the mark.
    CREATE TABLE readPost (
      timelineId INTEGER NOT NULL REFERENCES timeline ON DELETE CASCADE,
      sourceId TEXT NOT NULL,
      reposter TEXT NOT NULL,
      PRIMARY KEY (timelineId, sourceId, reposter)
    ) WITHOUT ROWID;

    -- The words of all posts that stand in a timeline, by their ids. It keeps no text.
    CREATE VIRTUAL TABLE postWords USING fts5 (
      text, more, tags, content = '', columnsize = 0, prefix = 3, tokenize = '\(WordTokenizer.name)'
    );

    -- The words of handles and names.
    CREATE VIRTUAL TABLE profileWords USING fts5 (
      handle, name, content = '', columnsize = 0, tokenize = '\(WordTokenizer.name)'
    );
    """
}
