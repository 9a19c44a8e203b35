import ProgramSupport
import Testing

/// The words that people use for commands, and the entry of the palette that must be among the first three.
@Suite("The palette")
struct PaletteWordsTests {
  private static let entries: [(title: String, words: [String])] = [
    ("reply", ["reply", "answer", "respond"]),
    ("repost", ["repost", "boost", "retweet", "reblog", "share"]),
    ("like", ["like", "favourite", "favorite", "star", "heart"]),
    ("bookmark", ["bookmark", "save"]),
    ("quote", ["quote"]),
    ("edit", ["edit", "change"]),
    ("delete", ["delete", "remove"]),
    ("write a post", ["write", "compose", "post", "tweet", "toot", "new post", "emoji", "publish", "new toot"]),
    ("drafts and outbox", ["drafts", "outbox", "scheduled", "unsent", "scheduled posts", "unsent drafts"]),
    ("vote", ["vote", "poll", "polls"]),
    ("pin to your profile", ["pin"]),
    ("mute @grace", ["mute", "silence"]),
    ("block @grace", ["block"]),
    ("report @grace", ["report", "flag", "spam"]),
    ("follow or unfollow @grace", ["follow", "unfollow", "subscribe"]),
    ("open the post and its thread", ["thread", "conversation", "replies", "expand thread"]),
    ("show or hide content behind the warning", ["spoiler", "cw", "sensitive"]),
    ("links of this post", ["links", "urls"]),
    ("author’s profile", ["profile", "user"]),
    ("earlier versions", ["history", "edits"]),
    (
      "view its pictures",
      ["pictures", "images", "image", "photo", "media", "video", "attachment", "gif", "alt text", "download media"]
    ),
    ("open the post in the browser", ["browser", "web"]),
    ("copy its link", ["copy", "yank"]),
    ("refresh", ["refresh", "reload", "sync", "refetch"]),
    ("undo the last action", ["undo"]),
    ("search", ["search", "find"]),
    ("switch account", ["switch", "accounts", "sign in", "log in"]),
    ("sign out", ["sign out", "log out", "logout", "remove account"]),
    ("next unread post", ["unread"]),
    ("mark all as read", ["read", "catch up", "catch-up", "mark as read"]),
    ("newest post", ["newest", "top", "latest", "scroll to top"]),
    ("oldest post", ["oldest", "bottom"]),
    ("go to a date", ["date", "calendar", "year", "jump to date"]),
    ("change density", ["density", "compact"]),
    ("show or hide filtered posts", ["hidden posts"]),
    (
      "filters",
      [
        "filters", "mute word", "mute words", "hide words", "word filter", "keyword", "content filters",
        "timeline filters",
      ]
    ),
    ("lists", ["lists", "manage lists"]),
    ("followed hashtags", ["hashtags", "tags", "topics"]),
    ("your profile", ["my profile", "edit profile", "display name", "bio"]),
    ("filter posts like this", ["hide posts like this"]),
    ("note about @grace", ["note", "memo"]),
    ("mute this conversation", ["mute thread", "mute conversation"]),
    ("copy its text", ["copy text"]),
    ("on this day", ["memories", "anniversary"]),
    ("oldest posts first", ["sort", "chronological", "reverse"]),
    ("hide reposts here", ["boosts", "hide boosts", "retweets"]),
    ("hide replies here", ["answers", "without replies"]),
    ("hide posts without media here", ["media only", "only pictures"]),
    ("hide posts in other languages here", ["only my languages", "foreign"]),
    ("show only some notifications", ["mentions only", "kinds", "notification filter", "follow requests"]),
    ("Home", ["home", "home timeline"]), ("Favourites", ["favourites", "favourites tab"]),
    ("messages", ["messages", "dm", "direct", "conversations", "private mentions"]),
    ("notifications held back", ["filtered notifications", "requests", "policy"]),
    ("notifications of all accounts", ["notifications", "notifications of all", "inbox"]),
    ("Home of all accounts", ["all accounts", "unified timeline", "home of all", "combined"]),
    ("list everyone in this notification", ["who liked", "likers", "boosters"]),
    ("statistics", ["statistics", "stats", "numbers"]),
    (
      "layout: one screen, panes or columns",
      ["layout", "split", "panes", "columns", "two columns", "deck", "multi-column"]
    ),
    ("add to a list", ["add to a list"]),
    (
      "settings",
      ["settings", "preferences", "options", "theme", "dark", "light", "font", "avatar", "sound", "appearance"]
    ),
    ("change the keys", ["rebind", "remap", "change key", "key bindings"]),
    ("import a downloaded archive", ["import", "archive", "backup"]),
    ("export your posts", ["export", "download"]),
    ("export or import follows, blocks and lists", ["migrate", "csv"]),
    ("give an account a name of your own", ["rename", "nickname"]),
    ("help", ["help", "keys", "shortcuts", "keyboard shortcuts"]),
    ("accounts that you mute", ["muted users", "mutes"]),
    ("accounts that you block", ["blocked users", "blocks"]),
    ("servers that you block", ["blocked domains", "domain blocks"]),
    ("who reposted this post", ["who boosted", "boosted by"]), ("who liked this post", ["who favourited"]),
    ("quit", ["quit", "exit"]),
  ]

  /// In an opened thread.
  private static let threadEntries: [(title: String, words: [String])] = [
    ("fold all branches", ["collapse", "hide replies", "branches"]),
    ("read an author’s posts as one text", ["unroll", "one text", "tweetstorm"]),
    ("next new reply", ["new reply", "unread replies"]),
  ]

  /// In an account whose server offers them.
  private static let serverEntries: [(title: String, words: [String])] = [
    ("what is trending", ["trending", "explore", "popular", "trends"]),
    ("people to follow", ["who to follow", "suggested", "discover people"]),
    ("announcements of the server", ["announcements", "notices"]),
    ("about the server", ["server rules", "instance", "contact", "server information"]),
    ("open an address", ["address", "paste link", "handle", "remote timeline"]),
    ("translate", ["translate", "translation"]),
  ]

  /// With a settings file.
  private static let settingEntries: [(title: String, words: [String])] = [
    ("theme dark", ["dark", "dark mode", "night mode"]), ("theme light", ["light"]), ("signs ascii", ["font"]),
    ("avatars true", ["avatar", "profile pictures"]), ("fetch-pictures auto", ["load images", "data saver"]),
    ("languages", ["language filter", "other languages"]), ("bell true", ["bell", "beep"]),
    ("change the keys", ["rebind", "change key"]), ("player", ["mpv"]), ("undo-send", ["undo send"]),
  ]

  @Test(
    "finds settings by the words people use",
    arguments: settingEntries.flatMap { entry in
      entry.words.map { ($0, entry.title) }
    })
  func settingWord(_ word: String, title: String) async throws {
    let folder = TemporaryFolder()
    try folder.write("", to: "mine.toml")
    try await check(word, finds: title, options: ["--config", folder.path(of: "mine.toml")])
  }

  @Test(
    "finds what the server offers by the words people use",
    arguments: serverEntries.flatMap { entry in
      entry.words.map { ($0, entry.title) }
    })
  func serverWord(_ word: String, title: String) async throws {
    try await check(word, finds: title, in: "live@demo")
  }

  @Test(
    "finds the commands of a thread by the words people use",
    arguments: threadEntries.flatMap { entry in
      entry.words.map { ($0, entry.title) }
    })
  func threadWord(_ word: String, title: String) async throws {
    try await check(word, finds: title, after: "Enter ")
  }

  @Test(
    "finds commands by the words people use",
    arguments: entries.flatMap { entry in
      entry.words.map { ($0, entry.title) }
    })
  func word(_ word: String, title: String) async throws { try await check(word, finds: title) }

  /// - Parameter opening: the keys that open the screen.
  private func check(
    _ word: String, finds title: String, after opening: String = "", in account: String = "ada@demo",
    options: [String] = []
  ) async throws {
    let keys = opening + ": paste:" + word.split(separator: " ").joined(separator: "\\s")
    let outcome = try await Tern.run(
      ["screen", "--account", account, "--size", "100x24", "--keys", keys, "--now", "2026-11-20T12:00:00Z"] + options)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let selected = try #require(lines.lastIndex { $0.hasPrefix(" ▌ ") }, "\(outcome.output)")
    let first = lines[selected...].prefix(3)
    #expect(first.contains { $0.dropFirst(3).hasPrefix(title + " ") }, "\(first)")
  }
}
