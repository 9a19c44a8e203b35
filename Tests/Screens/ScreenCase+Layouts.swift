extension ScreenCase {
  /// The states that stand for a layout, by module. Their screens are compared at each size; those of all other states
  /// at the first size only, since a smaller screen would differ from them in its text alone.
  static let layouts: [String: Set<String>] = [
    "About": ["about"],
    "AddressLookup": ["field", "nothing-found", "without-server"],
    "Composer": [
      "answer", "emoji", "menu", "message-reply", "new", "not-described", "preview", "question", "too-long", "warning",
      "who-may-read",
    ],
    "Help": ["found", "nothing-found", "of-form", "of-timeline"],
    "Login": [
      "accounts", "accounts-end", "filter", "filter-nothing", "form", "form-filled", "server-form",
      "server-form-refused", "welcome", "wrong-password",
    ],
    "Management": [
      "filter-delete", "filter-phrase", "filter-preview", "filter-words", "filters", "filters-of-file", "list", "lists",
      "members", "members-none", "note", "own-profile", "own-profile-form", "tags",
    ],
    "NotificationRequests": ["accepted", "requests"],
    "Outbox": [
      "draft-opened", "drafts", "fails-description-wanted", "needs-word", "nothing", "scheduled", "scheduled-options",
      "scheduled-time", "waits", "what-now",
    ],
    "Palette": ["chosen", "filtered", "nothing", "of-post", "of-timeline"],
    "PictureView": ["behind-warning", "damaged", "picture", "sound"],
    "PostDetail": [
      "alone", "folded", "link-card", "links", "loading", "message", "one-text", "own-reply", "parent-missing",
      "poll-and-media", "thread", "translated", "warning-and-quote", "web-page",
    ],
    "Profile": ["acts", "followed", "loading", "media", "mute", "offline", "posts", "session-expired"],
    "Report": ["post"],
    "ServerInfo": ["announcements", "page"],
    "ServerSearch": ["matches", "nothing", "offline", "suggestions", "trends"],
    "Settings": ["keys", "list", "new-key"],
    "Statistics": ["counting", "empty", "figures"],
    "Timeline": [
      "click", "date-field", "demo-mentions", "empty-tab", "file-damaged", "gap", "go-to-menu", "home-of-all",
      "kept-offline", "links", "loading", "mastodon", "messages", "next-key", "no-posts", "notification-kind",
      "offline", "offline-waiting", "oldest-first", "partly-damaged", "poll", "posts", "public-server",
      "public-server-actions", "rate-limited", "read-further", "reposts-all-hidden", "reposts-people", "requests",
      "scripts", "search-all-matches", "search-matches", "search-nothing-here", "search-typing", "tags-tab", "unread",
      "warning-revealed",
    ],
    "Tour": ["stop-01", "stop-28", "stop-51", "stop-65"],
  ]
}
