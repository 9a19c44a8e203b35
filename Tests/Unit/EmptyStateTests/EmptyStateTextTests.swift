import Domain
import EmptyState
import Foundation
import TerminalKit
import TestSupport
import Testing

@Suite struct EmptyStateTextTests {
  private static let everything = Set(EmptyStateAction.allCases)

  /// The expected text for each reason, in the order of `EmptyReason.all`.
  private static let texts: [(title: String, sentences: [String], actions: [EmptyStateAction])] = [
    (
      "Loading Home", ["From demo, for @ada@demo."], [.cancel, .switchAccount, .back, .quit]
    ),
    (
      "Loading stopped", ["You stopped loading @ada@demo’s Home from demo."],
      [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "Home is empty",
      [
        "@ada@demo follows no one yet.", "Follow people and hashtags, and their posts appear here.",
        "Other demo accounts have posts to look at.",
      ], [.suggestions, .trends, .switchAccount, .nextTimeline, .refresh, .back, .quit]
    ),
    (
      "All posts here are hidden",
      [
        "@ada@demo’s Home: 12 posts are hidden: 9 by your filter “Spoilers” and 3 by mutes, blocks or reposts turned "
          + "off.",
        "Older posts may still be visible.",
      ], [.showHidden, .continueSearch, .refresh, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "No mentions",
      [
        "@ada@demo’s Home: only mentions and quotes are shown.", "12 notifications of other kinds are hidden.",
        "Older posts may still be visible.",
      ],
      [
        .showAllNotifications, .nextNotificationGroup, .continueSearch, .refresh, .nextTimeline, .switchAccount, .back,
        .quit,
      ]
    ),
    (
      "Welcome to Tern",
      [
        "Read Mastodon, and your X or Mastodon archive, in the terminal.",
        "Sign in to your server, or try the demo.",
        "Import an archive that you downloaded: `tern import FILE`.",
        "Or only read a file of posts: `tern FILE`.",
      ], [.signIn, .openDemo, .quit]
    ),
    ("No post selected", ["Select a post to see it here with its thread."], []),
    (
      "No results for “tea since:2020”",
      [
        "Searched 64 posts, newest first.", "Remove since: to find more.",
        "Words of one or two letters only match whole words. Use three or more.",
      ], [.searchServer, .clearSearch, .search, .nextTimeline]
    ),
    (
      "Invalid search",
      [
        "Expected a date like 2015-03 after since:, at character 7.",
        "Use words, \"phrases\", #tags, @handles, from:handle, since:2015, has:media, likes:>100, lang:en, OR, ( ), "
          + "and - to exclude.",
      ], [.clearSearch, .search]
    ),
    ("Can’t reach timeline.example", ["Check your connection.", lastTry], retryFirst),
    ("timeline.example took too long", ["No response after 10 s.", lastTry], retryFirst),
    (
      "timeline.example had an error", ["timeline.example says “The engine has come off its bearings”.", lastTry],
      retryFirst
    ),
    (
      "Rate limited by timeline.example",
      [
        "Retrying in 30 s.",
        "Too many requests in a short time. timeline.example accepts more at "
          + "\(LocalTime.clock(.noon.addingTimeInterval(30))).",
      ], retryFirst
    ),
    (
      "Session expired",
      ["@ada@demo is no longer signed in at timeline.example.", "Sign in again to keep reading."],
      [.signInAgain, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "Certificate problem at timeline.example",
      [
        "Its certificate is not valid: certificate has expired.",
        "Someone may be intercepting the connection, so Tern sent nothing. \(lastTry)",
      ], retryFirst
    ),
    (
      "timeline.example refused the request",
      ["timeline.example says “This method requires an authenticated user”.", lastTry], retryFirst
    ),
    (
      "timeline.example sent a web page",
      [
        "The page is “Welcome to the station’s WLAN”.",
        "This network may have a login page, or this is not a supported server.", lastTry,
      ], retryFirst
    ),
    (
      "timeline.example redirects to social.timeline.example",
      [
        "Tern does not send your sign-in for timeline.example to another server.",
        "If the server has moved, sign in again. If this network has a login page, open a browser. \(lastTry)",
      ], [.retry, .signInAgain, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example asks for an account",
      [
        "It shows @ada@demo’s Home only to those who are signed in there.",
        "If you have an account there, sign in to it. Otherwise open its posts and profiles one by one, by their "
          + "addresses: your own server may show them.",
      ], retryFirst
    ),
    ("timeline.example does not support this", ["It does not offer @ada@demo’s Home.", lastTry], retryFirst),
    (
      "This account is gone from timeline.example",
      [
        "timeline.example says “Your login is disabled”.", "It moved to @ada@engine.example.",
        "You can still read what Tern has stored of it.",
      ], [.nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example is under maintenance",
      ["Retrying in 90 s. Back at \(LocalTime.clock(.noon.addingTimeInterval(90))).", lastTry], retryFirst
    ),
    (
      "File not found", ["There is no file at /home/ada/posts.json.", lastTry],
      [.retry, .switchAccount, .back, .quit]
    ),
    (
      "Can’t read the file", ["/home/ada/posts.json: Permission denied.", lastTry],
      [.retry, .switchAccount, .back, .quit]
    ),
    (
      "The file is damaged",
      ["Line 3, column 7 of /home/ada/posts.json: expected a comma or ].", lastTry], retryFirst
    ),
    (
      "Unknown file format",
      [
        "/home/ada/posts.json is not in a format that Tern reads.", "Supported: Tern, Mastodon.", lastTry,
      ],
      [.retry, .switchAccount, .back, .quit]
    ),
    (
      "No timeline “Work”", ["The timelines here are Home, Mentions."],
      [.nextTimeline, .switchAccount, .back, .quit]
    ),
    ("This post can’t be shown", ["Post 12 was deleted."], [.retry, .back]),
    (
      "An error instead of posts",
      [
        "/home/ada/posts.json contains a server’s error: “The access token is invalid”.", lastTry,
      ],
      [.retry, .switchAccount, .back, .quit]
    ),
    (
      "No notifications yet",
      ["Replies, mentions, favourites, reposts and new followers of @ada@demo appear here."], refreshFirst
    ),
    (
      "No favourites yet", ["Posts that you like appear here.", "f likes the selected post in other timelines."],
      nextFirst
    ),
    (
      "No bookmarks yet",
      ["Only you can see your bookmarks.", "B bookmarks the selected post in other timelines."], nextFirst
    ),
    (
      "No posts in this list yet",
      ["Work shows the posts of its members.", "al adds the author of the selected post to a list."], nextFirst
    ),
    (
      "No posts with #steam yet",
      [
        "demo has no posts with this hashtag.",
        "A server sees the posts of its own accounts and of accounts that its users follow.",
      ], refreshFirst
    ),
    (
      "No quotes yet",
      [
        "The posts that quote this post appear here.",
        "demo knows of none. It shows public quotes, and those that you may see.",
      ], refreshFirst
    ),
    (
      "No posts here yet",
      ["Local shows the public posts of accounts at demo.", "None of them has posted yet."], refreshFirst
    ),
    (
      "No posts here yet",
      [
        "Federated shows all public posts that reach demo.",
        "They come from accounts that its users follow. Follow someone on another server, and more arrive.",
      ], refreshFirst
    ),
    (
      "No messages yet",
      [
        "Private mentions to and from @ada@demo appear here, a row for each conversation.",
        "c writes a post: mention people and make it private.",
      ], refreshFirst
    ),
  ]

  private static let lastTry = "Couldn’t load @ada@demo’s Home. Last tried at \(LocalTime.clock(.noon))."
  private static let retryFirst: [EmptyStateAction] = [.retry, .nextTimeline, .switchAccount, .back, .quit]
  private static let refreshFirst: [EmptyStateAction] = [.refresh, .nextTimeline, .switchAccount, .back, .quit]
  private static let nextFirst: [EmptyStateAction] = [.nextTimeline, .refresh, .switchAccount, .back, .quit]

  @Test(arguments: EmptyReason.all.indices) func `Each reason has its text and actions`(index: Int) {
    let viewModel = EmptyStateViewModel(EmptyReason.all[index], offered: Self.everything)
    let text = Self.texts[index]
    #expect(viewModel.title == text.title)
    #expect(viewModel.sentences + viewModel.keySentences.map { $0.text(.standard) } == text.sentences)
    #expect(viewModel.actions == text.actions)
    #expect(viewModel.name == EmptyReason.all[index].name)
  }

  @Test func `Maintenance without an end has no countdown`() {
    let viewModel = EmptyStateViewModel(
      .failure(.maintenance(host: "timeline.example", until: nil)), offered: Self.everything)
    #expect(viewModel.sentences.first == "It does not say for how long.")
  }

  @Test func `An unreachable host is shown with its cause, and offline mode as such`() {
    let unknown = EmptyStateViewModel(
      .failure(.offline(host: "timeline.example", .unknownHost)), offered: Self.everything)
    #expect(unknown.title == "Can’t reach timeline.example")
    #expect(unknown.sentences.first == "The host name was not found. Check the name and your connection.")
    let offlineMode = EmptyStateViewModel(
      .failure(.offline(host: "timeline.example", .offlineMode)), offered: Self.everything)
    #expect(offlineMode.title == "Offline mode")
    #expect(
      offlineMode.sentences == [
        "Tern was started with --offline and contacts no server.", "No copy of @ada@demo’s Home is stored yet.",
      ])
  }

  @Test func `An unknown timeline of a server without a list of timelines says so`() {
    let viewModel = EmptyStateViewModel(.failure(.unknownTimeline(name: "Work", known: [])), offered: [])
    #expect(viewModel.title == "No timeline “Work”")
    #expect(viewModel.sentences == ["The server does not offer it."])
  }

  @Test func `Names are unique, and each reason has an expected text`() {
    #expect(Set(EmptyReason.all.map(\.name)).count == EmptyReason.all.count)
    #expect(Self.texts.count == EmptyReason.all.count)
  }

  @Test(arguments: EmptyReason.all) func `Only failures look like failures`(reason: EmptyReason) {
    let calm = [
      "loading", "loading cancelled", "no posts", "no accounts", "nothing selected", "no matches", "invalid search",
      "no notifications", "no favourites", "no bookmarks", "empty list", "unused tag", "no quotes", "no local posts",
      "no federated posts", "all posts hidden", "no mentions", "no messages",
    ]
    let viewModel = EmptyStateViewModel(reason, offered: Self.everything)
    #expect(viewModel.isFailure == !calm.contains(reason.name))
  }

  @Test(arguments: EmptyReason.all) func `Only actions of the host are offered`(reason: EmptyReason) {
    #expect(
      EmptyStateViewModel(reason, offered: [.retry]).actions.allSatisfy { [.retry, .refresh].contains($0) })
    #expect(EmptyStateViewModel(reason, offered: []).actions.isEmpty)
  }

  @Test(arguments: [
    (SearchQuery.Widening.leavingOut(["since:"]), "Remove since: to find more."),
    (.leavingOut(["since:", "from:ada", "-tea"]), "Remove since:, from:ada or -tea to find more."),
    (.quotationMarks, "Without quotation marks, the words match anywhere in a post."),
    (.quotedWord, "Without quotation marks, it also matches the start of a word."),
    (
      .otherTimeline(than: "favorites", nearest: "in:Favourites"),
      "No timeline “favorites”. Did you mean in:Favourites?"
    ),
    (.otherTimeline(than: "x", nearest: nil), "No timeline “x”."),
    (.oneWordLess, "Use fewer words: a post must have all of them."),
    (.shorterWord, "Try the start of a word: a shorter one finds more."),
  ]) func `A search without results suggests how to find more`(widening: SearchQuery.Widening, sentence: String) {
    let reason = EmptyReason.noMatches(words: "tea", searched: 9, widenings: [widening])
    #expect(EmptyStateViewModel(reason, offered: []).sentences.last == sentence)
  }

  @Test(arguments: [(1, "of 1 account."), (3, "of 3 accounts.")])
  func `The number of searched accounts is shown`(count: Int, words: String) {
    let reason = EmptyReason.noMatches(words: "tea", searched: count, among: .accounts)
    #expect(EmptyStateViewModel(reason, offered: []).sentences.first?.hasSuffix(words) == true)
  }

  @Test func `A search can always be closed, and offers nothing else while typing`() {
    let offline = EmptyReason.failure(.offline(host: "a.example"))
    let viewModel = EmptyStateViewModel(offline, offered: [.retry])
    #expect(viewModel.inSearch(isTyping: false).actions == [.retry, .clearSearch])
    #expect(viewModel.inSearch(isTyping: true).actions == [.clearSearch])
    let none = EmptyStateViewModel(.noMatches(words: "tea", searched: 9), offered: [.clearSearch, .search])
    #expect(none.inSearch(isTyping: false).actions == [.clearSearch, .search])
  }

  @Test(arguments: [(1, "1 post"), (2, "2 posts"), (0, "0 posts")]) func `The number of searched posts is shown`(
    searched: Int, words: String
  ) {
    let reason = EmptyReason.noMatches(words: "tea", searched: searched)
    #expect(EmptyStateViewModel(reason, offered: []).sentences[0] == "Searched \(words), newest first.")
  }

  @Test(arguments: [(30.0, 30), (29.2, 30), (0, 0), (-5, 0), (1e300, 1_000_000_000)]) func `Seconds are rounded up`(
    seconds: Double, left: Int
  ) {
    let until = Date.noon.addingTimeInterval(seconds)
    let reason = EmptyReason(
      .rateLimited(host: "a.example", until: until), EmptyReason.home, lastTry: .noon, now: .noon)
    guard case .failed(let failure) = reason else { return #expect(Bool(false), "\(reason)") }
    #expect(failure.secondsLeft == left)
    #expect(EmptyStateViewModel(reason, offered: []).sentences[0] == "Retrying in \(left) s.")
  }

  @Test func `A file is read instead of loaded from a server, and its name is unchanged`() {
    func sentences(_ reason: EmptyReason) -> [String] { EmptyStateViewModel(reason, offered: []).sentences }
    func file(_ contentName: String, _ input: FileInput = .path("/home/ada/f.json")) -> EmptyReason.Subject {
      .init(owner: "f.json", contentName: contentName, origin: .files([input]))
    }
    #expect(sentences(.loading(file("Home"))) == ["Reading f.json."])
    #expect(
      sentences(.loading(file("Home"), LoadingProgress(posts: 1_034_048, fraction: 0.349)))
        == ["Reading f.json.", "So far: 34 %, 1,034,048 posts."])
    #expect(sentences(.loading(file("Home"), LoadingProgress(posts: 1))).last == "So far: 1 post.")
    #expect(sentences(.loading(file("Home", .standardInput))) == ["Reading standard input."])
    #expect(sentences(.loadingCancelled(file("Home"))) == ["You stopped reading f.json."])
    #expect(sentences(.noPosts(file("Home"))) == ["f.json has no posts."])
    #expect(sentences(.noPosts(file("Posts"))) == ["f.json has no posts."])
    #expect(sentences(.noPosts(file("Mentions"))) == ["f.json has no posts in Mentions."])
    let nameless = EmptyReason.Subject(owner: "ada", contentName: "Letters", origin: .demo)
    #expect(sentences(.noPosts(nameless)) == ["ada’s Letters has no posts yet."])
  }

  @Test func `An empty Home at a server says how to fill it, and what to read meanwhile`() {
    let home = EmptyReason.Subject(
      owner: "@ada@sea.example", contentName: "Home",
      origin: .server(ServerOrigin(host: "sea.example", address: "https://sea.example")))
    let viewModel = EmptyStateViewModel(.noPosts(home), offered: Self.everything)
    #expect(viewModel.title == "Home is empty")
    #expect(
      viewModel.sentences == [
        "Follow people and hashtags, and their posts appear here.",
        "Your server suggests people and shows what others read, and you can find people by name.",
        "Or import an archive that you downloaded: `tern import FILE`.",
      ])
    #expect(
      viewModel.actions == [.suggestions, .trends, .findPeople, .nextTimeline, .refresh, .switchAccount, .back, .quit])
  }

  @Test func `The welcome names the demo only if it can be opened`() {
    let sentences = EmptyStateViewModel(.noAccounts, offered: [.signIn]).sentences
    #expect(sentences[1] == "Sign in to your server.")
  }

  @Test func `Empty timelines of archives and files have no advice on filling them`() {
    let archive = EmptyReason.Subject(
      owner: "@ada", contentName: "Favourites", origin: .imported(format: "Mastodon archive"))
    let viewModel = EmptyStateViewModel(EmptyReason(empty: .favourites, archive), offered: [])
    #expect(viewModel.title == "Favourites is empty")
    #expect(
      viewModel.sentences == [
        "@ada’s Favourites has no posts in this archive.", "`tern import FILE` adds the posts of a newer archive.",
      ])
    let file = EmptyReason.Subject(
      owner: "f.json", contentName: "Bookmarks", origin: .files([.path("/home/ada/f.json")]))
    #expect(EmptyReason(empty: .bookmarks, file) == .noPosts(file))
    #expect(EmptyReason(empty: .home, EmptyReason.home) == .noPosts(EmptyReason.home))
  }

  @Test func `The actions of each reason have different keys`() {
    for text in Self.texts {
      let keys = text.actions.filter { $0 != .back }.map { Keymap.standard.label(of: $0.command) }
      #expect(Set(keys).count == keys.count)
    }
  }
}
