import ProgramSupport
import Testing

/// The words that people use for commands, and the entry of the palette that must come first.
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
    ("write a post", ["write", "compose", "post", "tweet", "toot", "new post"]),
    ("drafts and outbox", ["drafts", "outbox", "scheduled", "unsent"]),
    ("vote", ["vote", "poll"]),
    ("pin to your profile", ["pin"]),
    ("mute @grace", ["mute", "silence"]),
    ("block @grace", ["block"]),
    ("report @grace", ["report", "flag", "spam"]),
    ("follow or unfollow @grace", ["follow", "unfollow", "subscribe"]),
    ("open the post and its thread", ["thread", "conversation", "replies"]),
    ("show or hide content behind the warning", ["spoiler", "cw", "sensitive"]),
    ("links of this post", ["links", "urls"]),
    ("author’s profile", ["profile", "user"]),
    ("earlier versions", ["history", "edits"]),
    ("view its pictures", ["pictures", "images", "photo", "media", "video"]),
    ("open the post in the browser", ["browser", "web"]),
    ("copy its link", ["copy", "yank"]),
    ("refresh", ["refresh", "reload", "sync"]),
    ("undo the last action", ["undo"]),
    ("search", ["search", "find"]),
    ("switch account", ["switch", "accounts", "sign in", "log in"]),
    ("sign out", ["sign out", "log out", "logout"]),
    ("next unread post", ["unread"]),
    ("mark all as read", ["read", "catch up"]),
    ("newest post", ["newest", "top", "latest"]),
    ("oldest post", ["oldest", "bottom"]),
    ("go to a date", ["date", "calendar", "year"]),
    ("change density", ["density", "compact"]),
    ("show or hide filtered posts", ["hidden posts"]),
    ("filters", ["filters", "mute words", "hide words"]),
    ("lists", ["lists", "manage lists"]),
    ("followed hashtags", ["hashtags"]),
    ("your profile", ["my profile"]),
    ("filter posts like this", ["hide posts like this"]),
    ("note about @grace", ["note", "memo"]),
    ("hide posts without media here", ["media only", "only pictures"]),
    ("hide posts in other languages here", ["only my languages", "foreign"]),
    ("show only some notifications", ["mentions only", "kinds", "notification filter"]),
    ("messages", ["messages", "dm", "direct", "conversations", "private mentions"]),
    ("notifications held back", ["filtered notifications", "requests", "policy"]),
    ("notifications of all accounts", ["notifications of all", "inbox"]),
    ("Home of all accounts", ["all accounts", "unified timeline", "home of all", "combined"]),
    ("list everyone in this notification", ["who liked", "likers", "boosters"]),
    ("statistics", ["statistics", "stats", "numbers"]),
    ("layout: one screen, panes or columns", ["layout", "split", "panes", "columns"]),
    ("add to a list", ["add to a list"]),
    ("settings", ["settings", "preferences", "options", "theme"]),
    ("help", ["help", "keys", "shortcuts"]),
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
    ("what is trending", ["trending", "explore", "popular"]),
    ("people to follow", ["who to follow", "suggested"]),
    ("announcements of the server", ["announcements", "notices"]),
    ("about the server", ["server rules", "instance", "contact"]),
    ("open an address", ["address", "paste link", "handle"]),
    ("translate", ["translate", "translation"]),
  ]

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
    _ word: String, finds title: String, after opening: String = "", in account: String = "ada@demo"
  ) async throws {
    let keys = opening + ": paste:" + word.split(separator: " ").joined(separator: "\\s")
    let outcome = try await Tern.run([
      "screen", "--account", account, "--size", "100x24", "--keys", keys, "--now", "2026-11-20T12:00:00Z",
    ])
    let lines = outcome.output.split(separator: "\n").map(String.init)
    let first = try #require(lines.last { $0.hasPrefix(" ▌ ") }, "\(outcome.output)")
    let shown = first.dropFirst(3)
    #expect(shown.hasPrefix(title + " "), "\(first)")
  }
}
