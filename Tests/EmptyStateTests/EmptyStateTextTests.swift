import Domain
import EmptyState
import Foundation
import TerminalKit
import TestSupport
import Testing

@Suite struct EmptyStateTextTests {
  private static let everything = Set(EmptyStateAction.allCases)

  /// What a person reads for each reason, in the order of `EmptyReason.all`.
  private static let texts: [(title: String, sentences: [String], actions: [EmptyStateAction])] = [
    (
      "Loading Home", ["Tern is asking demo for @ada@demo’s Home."], [.cancel, .switchAccount, .back, .quit]
    ),
    (
      "Loading was stopped", ["Tern was asking demo for @ada@demo’s Home when you stopped it."],
      [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "Nothing here yet",
      [
        "@ada@demo’s Home has no posts yet.",
        "That is so when an account is new, or when nobody has written since it was made.",
      ], [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "All posts here are hidden",
      [
        "@ada@demo’s Home: 12 posts are hidden: 9 by your filter “Spoilers” and 3 by mutes, blocks or reposts turned off.",
        "There may be older posts that are shown.",
      ], [.showHidden, .continueSearch, .retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "Welcome to Tern",
      [
        "Tern reads accounts at Mastodon servers, and archives and files.",
        "tern import FILE takes in your archive of X or Mastodon, as you have downloaded it.",
        "tern FILE shows a file of posts as it is.",
      ], [.signIn, .openDemo, .quit]
    ),
    ("No post is selected", ["The post that is selected in the list stands here, with its thread."], []),
    (
      "Nothing found for “tea since:2020”",
      [
        "Tern looked through 64 posts, from the newest to the oldest.", "Without since: it may find more.",
        "So short a word must stand alone. From three letters on it may be the beginning of one.",
      ], [.searchServer, .clearSearch, .search, .nextTimeline]
    ),
    (
      "Tern cannot look for this",
      [
        "“since:yesterweek” wants a date like 2015-03 after since:, at character 7.",
        "A search is words, \"phrases\", #tags, @handles, from:handle, since:2015, has:media, likes:>100, lang:en, OR, "
          + "( ), and - before what is not wanted.",
      ], [.clearSearch, .search]
    ),
    (
      "timeline.example does not answer",
      [
        "Tern asked for @ada@demo’s Home and the network said no.",
        "The last try was at \(LocalTime.clock(.noon)).",
      ], [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example took too long",
      [
        "Tern asked for @ada@demo’s Home and waited 10 s for an answer that did not come.",
        "The last try was at \(LocalTime.clock(.noon)).",
      ], [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example could not do it",
      [
        "The answer was: “The engine has come off its bearings”", "Tern had asked for @ada@demo’s Home.",
        "The last try was at \(LocalTime.clock(.noon)).",
      ],
      [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example asks for patience",
      [
        "In 30 s Tern asks for @ada@demo’s Home by itself.",
        "Too many questions in too short a time. timeline.example answers again at "
          + "\(LocalTime.clock(.noon.addingTimeInterval(30))).",
      ], [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "The session has ended",
      ["@ada@demo is no longer logged in at timeline.example.", "Log in again to go on reading."],
      [.logIn, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example cannot prove who it is",
      [
        "Its certificate is not good: certificate has expired.",
        "Somebody may be listening in, so Tern sends nothing there. The last try was at \(LocalTime.clock(.noon)).",
      ], [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example says no",
      [
        "The answer was: “This method requires an authenticated user”", "Tern had asked for @ada@demo’s Home.",
        "The last try was at \(LocalTime.clock(.noon)).",
      ], [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example answers with a web page",
      [
        "Tern asked for @ada@demo’s Home and got the page “Welcome to the station’s WLAN”.",
        "The network may want a login first, or this is no such server.",
        "The last try was at \(LocalTime.clock(.noon)).",
      ], [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example redirects to social.timeline.example",
      [
        "Your session at timeline.example is not shown to another server.",
        "If the server has moved, log in again. If this network wants a login first, open a browser. "
          + "The last try was at \(LocalTime.clock(.noon)).",
      ], [.retry, .logIn, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example does not do that",
      ["Tern asked for @ada@demo’s Home.", "The last try was at \(LocalTime.clock(.noon))."],
      [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "This account is gone from timeline.example",
      [
        "The answer was: “Your login is disabled”", "It is now @ada@engine.example.",
        "What Tern has kept of it can still be read.",
      ], [.nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "timeline.example is being worked on",
      [
        "In 90 s Tern asks for @ada@demo’s Home by itself. It answers again at "
          + "\(LocalTime.clock(.noon.addingTimeInterval(90))).",
        "The last try was at \(LocalTime.clock(.noon)).",
      ], [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "The file is not there",
      [
        "There is no file at /home/ada/posts.json.", "The last try was at \(LocalTime.clock(.noon)).",
      ],
      [.retry, .switchAccount, .back, .quit]
    ),
    (
      "The file cannot be read",
      ["/home/ada/posts.json: Permission denied.", "The last try was at \(LocalTime.clock(.noon))."],
      [.retry, .switchAccount, .back, .quit]
    ),
    (
      "The file is damaged",
      [
        "Line 3, column 7 of /home/ada/posts.json: expected a comma or ].",
        "The last try was at \(LocalTime.clock(.noon)).",
      ],
      [.retry, .nextTimeline, .switchAccount, .back, .quit]
    ),
    (
      "No timeline in this file",
      [
        "/home/ada/posts.json is in no format that Tern knows.", "It looked for Tern, Mastodon.",
        "The last try was at \(LocalTime.clock(.noon)).",
      ],
      [.retry, .switchAccount, .back, .quit]
    ),
    (
      "There is no timeline “Work”", ["The timelines here are Home, Mentions."],
      [.nextTimeline, .switchAccount, .back, .quit]
    ),
    ("This post cannot be shown", ["Post 12 has been deleted."], [.retry, .back]),
    (
      "An error instead of posts",
      [
        "/home/ada/posts.json holds what a server said instead of a timeline: “The access token is invalid”",
        "The last try was at \(LocalTime.clock(.noon)).",
      ],
      [.retry, .switchAccount, .back, .quit]
    ),
    (
      "No notifications yet",
      ["Answers, mentions, favourites, reposts and new followers of @ada@demo appear here."], waits
    ),
    (
      "No favourites yet",
      ["The posts that @ada@demo has favourited appear here.", "To add one, favourite a post in another timeline."],
      adds
    ),
    (
      "No bookmarks yet",
      [
        "The posts that @ada@demo has bookmarked appear here. No one else sees them.",
        "To add one, bookmark a post in another timeline.",
      ], adds
    ),
    (
      "No posts in this list yet",
      ["Work shows the posts of the people on it.", "Put people on it from their pages, or wait until they post."], adds
    ),
    (
      "No posts with #steam yet",
      [
        "demo knows no post with this tag.",
        "A server knows the posts of its own accounts, and of accounts that someone there follows.",
      ], waits
    ),
    (
      "No posts here yet",
      ["Local shows the public posts of demo’s own accounts.", "None of them has posted yet."], waits
    ),
    (
      "No posts here yet",
      [
        "Federated shows the public posts that demo knows of.",
        "These come from accounts that someone there follows.",
      ], waits
    ),
  ]

  private static let waits: [EmptyStateAction] = [.retry, .nextTimeline, .switchAccount, .back, .quit]
  private static let adds: [EmptyStateAction] = [.nextTimeline, .retry, .switchAccount, .back, .quit]

  @Test(arguments: EmptyReason.all.indices) func `Each reason has its words and its keys`(index: Int) {
    let viewModel = EmptyStateViewModel(EmptyReason.all[index], offered: Self.everything)
    let text = Self.texts[index]
    #expect(viewModel.title == text.title)
    #expect(viewModel.sentences == text.sentences)
    #expect(viewModel.actions == text.actions)
    #expect(viewModel.name == EmptyReason.all[index].name)
  }

  @Test func `A host that does not say how long it is worked on is not waited for`() {
    let viewModel = EmptyStateViewModel(
      .failure(.maintenance(host: "timeline.example", until: nil)), offered: Self.everything)
    #expect(viewModel.sentences.first == "It does not say for how long.")
  }

  @Test func `A host that does not answer is said with why, and one that is not asked is said not to be`() {
    let unknown = EmptyStateViewModel(
      .failure(.offline(host: "timeline.example", .unknownHost)), offered: Self.everything)
    #expect(unknown.title == "timeline.example does not answer")
    #expect(unknown.sentences.first == "Tern asked for @ada@demo’s Home and no address is known for its name.")
    let unasked = EmptyStateViewModel(
      .failure(.offline(host: "timeline.example", .notAsked)), offered: Self.everything)
    #expect(unasked.title == "timeline.example is not asked")
    #expect(
      unasked.sentences == [
        "Tern has nothing of @ada@demo’s Home yet.", "It was started with --offline, so it asks no server.",
      ])
  }

  @Test func `No two reasons have one name, and each is in the table`() {
    #expect(Set(EmptyReason.all.map(\.name)).count == EmptyReason.all.count)
    #expect(Self.texts.count == EmptyReason.all.count)
  }

  @Test(arguments: EmptyReason.all) func `Only what has gone wrong looks like it`(reason: EmptyReason) {
    let calm = [
      "loading", "loading cancelled", "no posts", "no accounts", "nothing selected", "no matches", "meaningless search",
      "no notifications", "no favourites", "no bookmarks", "empty list", "unused tag", "no local posts",
      "no federated posts", "all posts hidden",
    ]
    let viewModel = EmptyStateViewModel(reason, offered: Self.everything)
    #expect(viewModel.isFailure == !calm.contains(reason.name))
  }

  @Test(arguments: EmptyReason.all) func `Only what the host can do is offered`(reason: EmptyReason) {
    #expect(EmptyStateViewModel(reason, offered: [.retry]).actions.allSatisfy { $0 == .retry })
    #expect(EmptyStateViewModel(reason, offered: []).actions.isEmpty)
  }

  @Test(arguments: [
    (SearchQuery.Widening.leavingOut(["since:"]), "Without since: it may find more."),
    (.leavingOut(["since:", "from:ada", "-tea"]), "Without since:, from:ada or -tea it may find more."),
    (.quotationMarks, "Without quotation marks the words may stand anywhere in a post."),
    (.quotedWord, "Without quotation marks it may also be the beginning of a word."),
    (
      .otherTimeline(than: "favorites", nearest: "in:Favourites"),
      "There is no timeline “favorites”; in:Favourites may be meant."
    ),
    (.otherTimeline(than: "x", nearest: nil), "There is no timeline “x”."),
    (.oneWordLess, "One word less may find more: a post must have every one of them."),
    (.shorterWord, "The beginning of a word is enough: a shorter one may find more."),
  ]) func `Where nothing is found it says what would find more`(widening: SearchQuery.Widening, sentence: String) {
    let reason = EmptyReason.noMatches(words: "tea", searched: 9, widenings: [widening])
    #expect(EmptyStateViewModel(reason, offered: []).sentences.last == sentence)
  }

  @Test(arguments: [(1, "Tern looked at 1 account:"), (3, "Tern looked at 3 accounts:")])
  func `It says how many accounts were looked at`(count: Int, words: String) {
    let reason = EmptyReason.noMatches(words: "tea", searched: count, among: .accounts)
    #expect(EmptyStateViewModel(reason, offered: []).sentences.first?.hasPrefix(words) == true)
  }

  @Test func `In a search the way back is live, and while a person types nothing else`() {
    let offline = EmptyReason.failure(.offline(host: "a.example"))
    let viewModel = EmptyStateViewModel(offline, offered: [.retry])
    #expect(viewModel.inSearch(isTyping: false).actions == [.retry, .clearSearch])
    #expect(viewModel.inSearch(isTyping: true).actions == [.clearSearch])
    let none = EmptyStateViewModel(.noMatches(words: "tea", searched: 9), offered: [.clearSearch, .search])
    #expect(none.inSearch(isTyping: false).actions == [.clearSearch, .search])
  }

  @Test(arguments: [(1, "1 post"), (2, "2 posts"), (0, "0 posts")]) func `One post is one post`(
    searched: Int, words: String
  ) {
    let reason = EmptyReason.noMatches(words: "tea", searched: searched)
    #expect(EmptyStateViewModel(reason, offered: []).sentences[0].contains("through \(words),"))
  }

  @Test(arguments: [(30.0, 30), (29.2, 30), (0, 0), (-5, 0), (1e300, 1_000_000_000)]) func `The seconds left are whole`(
    seconds: Double, left: Int
  ) {
    let until = Date.noon.addingTimeInterval(seconds)
    let reason = EmptyReason(
      .rateLimited(host: "a.example", until: until), EmptyReason.home, lastTry: .noon, now: .noon)
    guard case .failed(let failure) = reason else { return #expect(Bool(false), "\(reason)") }
    #expect(failure.secondsLeft == left)
    #expect(EmptyStateViewModel(reason, offered: []).sentences[0].contains("In \(left) s"))
  }

  @Test func `A file is read, not asked, and its name stays as it is`() {
    func sentences(_ reason: EmptyReason) -> [String] { EmptyStateViewModel(reason, offered: []).sentences }
    func file(_ thing: String, _ input: FileInput = .path("/home/ada/f.json")) -> EmptyReason.Wanted {
      .init(owner: "f.json", thing: thing, origin: .files([input]))
    }
    #expect(sentences(.loading(file("Home"))) == ["Reading f.json."])
    #expect(
      sentences(.loading(file("Home"), LoadingProgress(posts: 1_034_048, fraction: 0.349)))
        == ["Reading f.json.", "So far: 34 %, 1,034,048 posts."])
    #expect(sentences(.loading(file("Home"), LoadingProgress(posts: 1))).last == "So far: 1 post.")
    #expect(sentences(.loading(file("Home", .standardInput))) == ["Reading standard input."])
    #expect(sentences(.loadingCancelled(file("Home"))) == ["Tern was reading f.json when you stopped it."])
    #expect(sentences(.noPosts(file("Home"))) == ["f.json holds no posts."])
    #expect(sentences(.noPosts(file("Posts"))) == ["f.json holds no posts."])
    #expect(sentences(.noPosts(file("Mentions"))) == ["f.json holds no posts in Mentions."])
    let nameless = EmptyReason.Wanted(owner: "ada", thing: "Home", origin: .demo)
    #expect(sentences(.noPosts(nameless))[0] == "ada’s Home has no posts yet.")
  }

  @Test func `An archive has what it has, and a file too`() {
    let archive = EmptyReason.Wanted(
      owner: "@ada", thing: "Favourites", origin: .imported(format: "Mastodon archive"))
    let viewModel = EmptyStateViewModel(EmptyReason(empty: .favourites, archive), offered: [])
    #expect(viewModel.sentences.first == "@ada’s Favourites has no posts in this archive.")
    let file = EmptyReason.Wanted(owner: "f.json", thing: "Bookmarks", origin: .files([.path("/home/ada/f.json")]))
    #expect(EmptyReason(empty: .bookmarks, file) == .noPosts(file))
    #expect(EmptyReason(empty: .home, EmptyReason.home) == .noPosts(EmptyReason.home))
  }

  @Test func `Every key that is offered is told apart from the others of its reason`() {
    for text in Self.texts {
      let keys = text.actions.filter { $0 != .back }.map { Keymap.standard.label(of: $0.command) }
      #expect(Set(keys).count == keys.count)
    }
  }
}
