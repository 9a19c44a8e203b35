extension ScreenCase {
  static let all =
    login + timeline + allAccounts + timelineFailures + failuresOverCachedPosts + postDetail + profile + serverSearch
    + pictures + listPictures + composer + outbox + writingFailures + management
    + statistics + panes + palette + help + tour

  /// The keys that open a post with a word, at any screen size.
  private static func found(_ word: String) -> String {
    "/ " + word.map(String.init).joined(separator: " ") + " Enter"
  }

  /// The keys that select the gap in the live account's timeline at 80×24. On smaller screens some keys scroll long
  /// posts.
  private static let toGap = "j j j j j j j"

  /// The keys that select a joined repost of the live account at 80×24.
  private static let toJoinedRepost = "G k k k k k"

  private static let login = [
    ScreenCase("Login", "accounts", "--demo"),
    ScreenCase("Login", "accounts-end", "--demo", keys: "G"),
    ScreenCase("Login", "no-accounts", "--no-demo"),
    ScreenCase("Login", "welcome"),
    ScreenCase("Login", "looked-around", keys: "Enter G"),
    ScreenCase("Login", "filter", "--demo", keys: "/ l o"),
    ScreenCase("Login", "filter-nothing", "--demo", keys: "/ n o b o d y"),
    ScreenCase("Login", "filter-left", "--demo", keys: "/ s l o w Escape"),
    ScreenCase("Login", "file-account", "posts.json", "--no-demo", keys: "g s"),
    ScreenCase("Login", "current-account", "--account", "empty@demo", keys: "g s"),
    ScreenCase("Login", "form", "--demo", keys: "n"),
    ScreenCase("Login", "form-filled", "--demo", keys: "n a d a Tab s e c r e t"),
    ScreenCase("Login", "form-button", "--demo", keys: "n a d a Tab s e c r e t Tab"),
    ScreenCase("Login", "form-clicked", "--demo", keys: "n a d a click:30,11 x click:30,14"),
    ScreenCase("Login", "clicked-account", "--demo", keys: "click:20,9"),
    ScreenCase("Login", "form-of-known-account", "--account", "password@demo"),
    ScreenCase("Login", "wrong-password", "--account", "password@demo", keys: "w r o n g Enter"),
    ScreenCase("Login", "unknown-account", "--demo", keys: "n n o b o d y Tab x Enter"),
    ScreenCase("Login", "signed-in", "--account", "password@demo", keys: "o p e n - s e s a m e Enter"),
    ScreenCase("Login", "server-form", "--no-demo", keys: "n"),
    ScreenCase("Login", "server-form-filled", "--no-demo", keys: "n paste:tern.example Tab"),
    ScreenCase("Login", "server-form-no-server", "--no-demo", keys: "n a Space 8 Enter"),
    // This reserved port refuses connections.
    ScreenCase("Login", "server-form-refused", "--no-demo", keys: "n paste:127.0.0.1:1 Enter"),
  ]

  /// Searches and timelines of all demo accounts, and search tabs.
  private static let allAccounts =
    [
      ("search-all-waiting", "/ l o o m C-t +1s"), ("search-all-typing", "/ l o o m C-t +4s"),
      ("search-all-matches", "/ l o o m C-t +4s Enter j"), ("search-all-nothing", "/ d r a g o n C-t +4s Enter"),
      ("search-all-compact", "/ l o o m C-t +4s Enter d"),
      ("search-all-opened", "/ s p a r k C-t +4s Enter Enter"),
      ("search-kept", "/ l o o m Enter T"), ("search-all-kept", "/ l o o m C-t +4s Enter T +4s"),
      ("search-kept-nothing", "/ d r a g o n Enter T"), ("search-forgotten", "/ l o o m Enter T T"),
      ("search-brought-back", "/ l o o m Enter T T U"),
    ].map { state, keys in
      ScreenCase(
        "Timeline", state, ["--account", "ada@demo"], keys: keys, sizes: ScreenSize.single + [.widest])
    }
    + [
      ScreenCase("Timeline", "home-of-all", "--account", "ada@demo", keys: "g h +2.5s j"),
      ScreenCase("Timeline", "home-of-all-actions", "--account", "ada@demo", keys: "g h +2.5s j f a"),
    ]

  /// Filters, lists, hashtags, blocked servers and the user's profile, at the simulated server of the demo.
  private static let management =
    [
      ("filters", "g f"), ("filters-new", "g f n"), ("filter-like-post", "X"), ("filter-words", "g f Enter"),
      ("filter-preview", "g f n t paste:Parties Tab paste:party Tab +1s"),
      ("filter-saved", filter + " g f"), ("filter-hides", filter), ("filter-shown", filter + " Z"),
      ("filter-delete", "g f x"), ("filter-discard", "g f n t paste:tea Escape"),
      ("filter-of-search", "/ p a r t y Enter &"), ("lists", "g l"), ("list", "g l e"), ("list-delete", "g l x"),
      ("members-none", "g l Enter"), ("members-add", "g l Enter n"),
      ("members-completing", "g l Enter n @ n i +1s"), ("members-completed", "g l Enter n n i +1s Tab Enter"),
      ("list-created", "g l n paste:Guests C-s"),
      ("members", "g l Enter n paste:@nick Enter"), ("tags", "g #"), ("tags-unfollowed", "g # x"),
      ("own-profile", "g e"), ("own-profile-form", "g e e"), ("blocked-servers", "g e i d"),
      ("filter-places", "g f n t BTab BTab Enter"), ("filter-new", "g f n t"), ("filter-missing", "g f n t C-s"),
      ("own-profile-saved", "g e e Tab paste:Shirts. C-s"), ("tags-combined", "g # m"),
      ("note", "p a N"),
    ].map { state, keys in
      ScreenCase("Management", state, ["--account", "gatsby@demo"], keys: keys, sizes: ScreenSize.single)
    }
    + [
      ScreenCase("Management", "filters-of-file", "posts.json", "--no-demo", keys: "g f"),
      ScreenCase("Management", "lists-offline", "--account", "kept@demo", keys: "g l"),
      ScreenCase("Management", "filters-phrases", "--account", "scrivener@demo", keys: "g f"),
      ScreenCase("Management", "filter-phrase", "--account", "scrivener@demo", keys: "g f Enter"),
      ScreenCase(
        "Management", "filter-phrase-drops", "--account", "scrivener@demo",
        keys: "g f n s paste:whale Tab Tab Right Tab Tab Enter 1 2 3 5 Escape C-s"),
      ScreenCase(
        "Management", "own-profile-quotes", "--account", "gatsby@demo",
        keys: "g e e" + String(repeating: " Down", count: 13)),
    ]

  /// The keys that hide the posts of an account.
  private static let filter = "g f n t paste:Nick Tab paste:from:nick C-s Escape"

  private static let statistics = [
    ScreenCase("Statistics", "figures", "--account", "ada@demo", keys: "#"),
    ScreenCase("Statistics", "end", "--account", "ada@demo", keys: "# G"),
    ScreenCase("Statistics", "post-opened", "--account", "ada@demo", keys: "# G Enter"),
    ScreenCase("Statistics", "empty", "--account", "empty@demo", keys: "#"),
    ScreenCase("Statistics", "counting", "--account", "slow@demo", keys: "# +1s"),
    ScreenCase("Statistics", "offline", "--account", "offline@demo", keys: "#"),
    ScreenCase("Statistics", "file", "posts.json", "--no-demo", keys: "#"),
  ]

  /// Pictures of demo posts, drawn by the installed libraries.
  private static let pictures =
    [
      ("picture", found("Gerald") + " z m"), ("first-of-several", found("happened") + " m"),
      ("next-of-several", found("happened") + " m n"), ("film", found("happened") + " m n n n"),
      ("damaged", found("Knitted") + " m"), ("not-kept", found("attic") + " m"),
      ("sound", found("major") + " z m"), ("opened", found("happened") + " m n n n o"),
      ("moving", found("happened") + " m n n"), ("behind-warning", found("Gerald") + " m"),
    ].map { state, keys in
      ScreenCase(
        "PictureView", state, ["--account", "ada@demo"], keys: keys, sizes: ScreenSize.single + [.widest])
    }

  /// Pictures below posts, in lists and threads.
  private static let listPictures =
    [
      ("Timeline", "pictures-list", found("happened") + " +1s"),
      ("Timeline", "pictures-home", "+1s"),
      ("Timeline", "pictures-folded", found("Gerald") + " +1s"),
      ("Timeline", "pictures-revealed", found("Gerald") + " z +1s"),
      ("Timeline", "pictures-failed", found("Knitted") + " +1s"),
      ("PostDetail", "pictures", found("happened") + " Enter +1s"),
    ].map { module, state, keys in
      ScreenCase(module, state, ["--account", "ada@demo"], keys: keys, sizes: [.usual, .split, .small])
    }

  /// Writing and acting in the demo, where posts are sent after five seconds.
  private static let composer = [
    ScreenCase("Composer", "new", "--account", "ada@demo", keys: "c"),
    ScreenCase("Composer", "answer", "--account", "ada@demo", keys: "r Y e s"),
    ScreenCase("Composer", "menu", "--account", "ada@demo", keys: "r Y e s C-x"),
    ScreenCase("Composer", "who-may-read", "--account", "ada@demo", keys: "c C-x v"),
    ScreenCase("Composer", "warning", "--account", "ada@demo", keys: "c T e a C-x w l e a f Enter"),
    ScreenCase("Composer", "question", "--account", "ada@demo", keys: "c T e a ? C-x p paste:black/green Enter"),
    ScreenCase("Composer", "later", "--account", "ada@demo", keys: "c T e a C-x T"),
    ScreenCase("Composer", "emoji", "--account", "ada@demo", keys: "c : s u n f"),
    ScreenCase("Composer", "nothing-to-send", "--account", "ada@demo", keys: "c M-Enter"),
    ScreenCase("Composer", "tags", "--account", "ada@demo", keys: "c # l o +1s"),
    ScreenCase("Composer", "too-long", "--account", "scrivener@demo", keys: tooLong + " M-Enter"),
    ScreenCase("Composer", "too-long-cut", "--account", "scrivener@demo", keys: tooLong + " C-x c"),
    ScreenCase("Composer", "one-answer", "--account", "scrivener@demo", keys: "c T e a ? C-x p paste:yes Enter"),
    ScreenCase("Composer", "no-file", "--account", "scrivener@demo", keys: "c C-x a paste:none.png Enter"),
    ScreenCase("Composer", "file-of-no-kind", "--account", "scrivener@demo", keys: "c C-x a paste:posts.json Enter"),
    ScreenCase("Composer", "file-too-large", "--account", "scrivener@demo", keys: "c C-x a paste:large.png Enter"),
    ScreenCase(
      "Composer", "not-described", "--account", "scrivener@demo", keys: "c C-x a paste:dot.png Enter Enter M-Enter"),
    ScreenCase("Composer", "preview", "--account", "ada@demo", keys: "r Y e s C-x r"),
    ScreenCase("Composer", "throw-away", "--account", "ada@demo", keys: "r Y e s C-x k"),
    ScreenCase("Composer", "kept-as-draft", "--account", "ada@demo", keys: "r Y e s Escape"),
    ScreenCase("Composer", "goes-out", "--account", "ada@demo", keys: "r Y e s M-Enter"),
    ScreenCase("Composer", "sent", "--account", "ada@demo", keys: "r Y e s M-Enter +6s"),
    ScreenCase("Composer", "taken-back", "--account", "ada@demo", keys: "r Y e s M-Enter U"),
    ScreenCase("Composer", "waits", "--account", "kept@demo", keys: "c Y e s M-Enter +6s"),
    ScreenCase("Timeline", "acts", "--account", "ada@demo", keys: "a"),
    ScreenCase("Timeline", "requests", "--account", "gatsby@demo", keys: "2"),
    ScreenCase("Timeline", "notification-kind", "--account", "gatsby@demo", keys: "2 V"),
    ScreenCase("Timeline", "notification-kind-none", "--account", "gatsby@demo", keys: "2 V V V V a x y"),
    ScreenCase("Timeline", "notification-kind-all-again", "--account", "gatsby@demo", keys: "2 V V V V a x y Enter"),
    ScreenCase("Timeline", "notification-people", "--account", "gatsby@demo", keys: "2 V V V j i +2s"),
    ScreenCase("PostDetail", "notification", "--account", "gatsby@demo", keys: "2 V V V Enter"),
    ScreenCase("Timeline", "request-answered", "--account", "gatsby@demo", keys: "2 = y"),
    ScreenCase("Timeline", "author-muted", "--account", "gatsby@demo", keys: "a m 2"),
    ScreenCase("Timeline", "messages", "--account", "gatsby@demo", keys: "g c"),
    ScreenCase("Timeline", "message-read", "--account", "gatsby@demo", keys: "g c Enter Escape"),
    ScreenCase("Timeline", "message-removed", "--account", "gatsby@demo", keys: "g c j a x y"),
    ScreenCase("PostDetail", "message", "--account", "gatsby@demo", keys: "g c Enter"),
    ScreenCase("Composer", "message-reply", "--account", "gatsby@demo", keys: "g c Enter r"),
    ScreenCase("NotificationRequests", "requests", "--account", "gatsby@demo", keys: "2 g r"),
    ScreenCase("NotificationRequests", "opened", "--account", "gatsby@demo", keys: "2 g r Enter"),
    ScreenCase("NotificationRequests", "accepted", "--account", "gatsby@demo", keys: "2 g r ="),
    ScreenCase("NotificationRequests", "refused", "--account", "gatsby@demo", keys: "2 g r j j -"),
    ScreenCase("NotificationRequests", "policy-changed", "--account", "gatsby@demo", keys: "2 g r G Enter"),
    ScreenCase("Timeline", "held-accepted", "--account", "gatsby@demo", keys: "2 g r = Escape"),
    ScreenCase("Profile", "followed", "--account", "gatsby@demo", keys: "p"),
    ScreenCase("Profile", "requested", "--account", "gatsby@demo", keys: "j j j p 1 f"),
    ScreenCase("Profile", "follow-refused", "--account", "gatsby@demo", keys: "j p f"),
    ScreenCase("Profile", "acts", "--account", "gatsby@demo", keys: "p a"),
    ScreenCase("Profile", "mute", "--account", "gatsby@demo", keys: "p a m"),
    ScreenCase("Profile", "muted", "--account", "gatsby@demo", keys: "p a m 3"),
    ScreenCase("Profile", "block", "--account", "gatsby@demo", keys: "p a X"),
    ScreenCase("Report", "post", "--account", "gatsby@demo", keys: "a !"),
    ScreenCase("Timeline", "favourite", "--account", "ada@demo", keys: "f B"),
    ScreenCase("Timeline", "favourite-taken-back", "--account", "ada@demo", keys: "f U"),
  ]

  /// A post of 513 characters, with a limit of 500.
  private static let tooLong = "c paste:" + String(repeating: "Bartleby\\s", count: 57)

  /// Drafts and outbox. Posts in the demo are sent after five seconds.
  private static let outbox = [
    ScreenCase("Outbox", "nothing", "--account", "ada@demo", keys: "D"),
    ScreenCase("Outbox", "drafts", "--account", "ada@demo", keys: savedDrafts + " D"),
    ScreenCase("Outbox", "draft-opened", "--account", "ada@demo", keys: savedDrafts + " D Enter"),
    ScreenCase("Outbox", "throw-away", "--account", "ada@demo", keys: savedDrafts + " D x"),
    ScreenCase("Outbox", "thrown-away", "--account", "ada@demo", keys: savedDrafts + " D x y"),
    ScreenCase("Outbox", "thrown-away-taken-back", "--account", "ada@demo", keys: savedDrafts + " D x y U"),
    ScreenCase("Outbox", "from-composer", "--account", "ada@demo", keys: "c Y e s C-x D"),
    ScreenCase("Outbox", "on-its-way", "--account", "ada@demo", keys: "r Y e s M-Enter D"),
    ScreenCase("Outbox", "went-out", "--account", "ada@demo", keys: "r Y e s M-Enter D +6s"),
    ScreenCase("Outbox", "what-now", "--account", "limited@demo", keys: "c Y e s M-Enter D +6s Enter"),
    ScreenCase("Outbox", "taken-back", "--account", "limited@demo", keys: "c Y e s M-Enter D +6s e"),
    ScreenCase("Outbox", "waits", "--account", "limited@demo", keys: "c Y e s M-Enter D +6s"),
    ScreenCase("Outbox", "refused", "--account", "scrivener@demo", keys: "c Y e s M-Enter D +6s"),
    ScreenCase("Outbox", "refused-opened", "--account", "scrivener@demo", keys: "c Y e s M-Enter D +6s Enter"),
    ScreenCase("Outbox", "needs-word", "--account", "offline@demo", keys: "c Y e s M-Enter +90000s D"),
    ScreenCase("Outbox", "scheduled", "--account", "ada@demo", keys: savedDrafts + scheduledPosts + " D"),
    ScreenCase("Outbox", "scheduled-options", "--account", "ada@demo", keys: scheduledPosts + " D Enter"),
    ScreenCase("Outbox", "scheduled-time", "--account", "ada@demo", keys: scheduledPosts + " D t"),
    ScreenCase(
      "Outbox", "scheduled-too-soon", "--account", "ada@demo", keys: scheduledPosts + " D t C-u paste:+1m Enter"),
    ScreenCase(
      "Outbox", "scheduled-changed", "--account", "ada@demo", keys: scheduledPosts + " D t C-u paste:+3h Enter"),
    ScreenCase("Outbox", "scheduled-cancel", "--account", "ada@demo", keys: scheduledPosts + " D x"),
    ScreenCase("Outbox", "scheduled-cancelled", "--account", "ada@demo", keys: scheduledPosts + " D x y"),
    ScreenCase("Outbox", "scheduled-edited", "--account", "ada@demo", keys: scheduledPosts + " D e ! Escape"),
    ScreenCase("Outbox", "scheduled-replaced", "--account", "ada@demo", keys: scheduledPosts + " D e ! M-Enter +6s"),
    ScreenCase("Outbox", "scheduled-published", "--account", "ada@demo", keys: scheduledPosts + " +10000s D"),
    ScreenCase("Outbox", "needs-word-what-now", "--account", "offline@demo", keys: "c Y e s M-Enter +90000s D Enter"),
  ]

  /// Every way in which sending fails, as shown in the outbox of the demo account @scrivener.
  private static let writingFailures: [ScreenCase] = {
    let sends = "M-Enter +6s D"
    let steps = [
      ("duplicate", "c o n e " + sends), ("rate-limited", "Escape c C-x o " + sends), ("let-in", "+20s"),
      ("answered-post-gone", "Escape c t w o M-Enter +120s r " + sends), ("not-allowed", "x y Escape c n o " + sends),
      ("found-there", "Escape c C-x o " + sends + " +120s"),
      ("nobody-knows", "Escape c s i x M-Enter +120s D"), ("sent-again", "s +6s"),
      ("question-refused", "Escape c a s k C-x p paste:tea/ink Enter " + sends),
      ("file-refused", "x y Escape c s e e C-x a paste:dot.png Enter a Enter " + sends),
      ("description-wanted", "x y Escape c s e e C-x a paste:dot.png Enter Enter M-Enter " + sends),
      ("session-ended", "x y Escape c e n d " + sends), ("signed-in-again", "L Enter +6s D"),
    ]
    var keys: [String] = []
    return steps.map { name, step in
      keys.append(step)
      return ScreenCase(
        "Outbox", "fails-\(name)", "--account", "scrivener@demo", keys: keys.joined(separator: " "))
    }
  }()

  /// The keys that schedule two posts.
  private static let scheduledPosts =
    " c paste:Good\\smorning C-x T paste:+2h Enter M-Enter +6s"
    + " c T e a C-x w paste:drinks Enter C-x T paste:+1h Enter M-Enter +6s"

  /// The keys that save two drafts.
  private static let savedDrafts = "r Y e s Escape c T e a Escape"

  private static let timeline = [
    ScreenCase("Timeline", "posts", "posts.json"),
    ScreenCase("Timeline", "next-key", "posts.json", keys: "j"),
    ScreenCase("Timeline", "scripts", "posts.json", keys: found("déjà")),
    ScreenCase("Timeline", "poll", "posts.json", keys: found("bench")),
    ScreenCase("Timeline", "oldest-post", "posts.json", keys: "G"),
    ScreenCase("Timeline", "warning-revealed", "posts.json", keys: "z"),
    ScreenCase("Timeline", "links", "posts.json", keys: found("wet") + " o"),
    ScreenCase("Timeline", "go-to", "posts.json", keys: "g"),
    ScreenCase("Timeline", "copied", "posts.json", keys: found("wet") + " y"),
    ScreenCase("Timeline", "empty-tab", "posts.json", keys: "Tab"),
    ScreenCase("Timeline", "demo", "--account", "ada@demo"),
    ScreenCase("Timeline", "demo-mentions", "--account", "ada@demo", keys: "2"),
    ScreenCase("Timeline", "demo-refreshed", "--account", "ada@demo", keys: "R"),
    ScreenCase("Timeline", "unread", "--account", "ada@demo", keys: "R g g"),
    ScreenCase("Timeline", "unread-next", "--account", "ada@demo", keys: "R u"),
    ScreenCase("Timeline", "unread-none", "--account", "ada@demo", keys: "u"),
    ScreenCase("Timeline", "unread-all-read", "--account", "ada@demo", keys: "R A"),
    ScreenCase("Timeline", "unread-taken-back", "--account", "ada@demo", keys: "R A U"),
    ScreenCase("Timeline", "went-back", "--account", "ada@demo", keys: "j j G 2 C-o C-o"),
    ScreenCase("Timeline", "nowhere-to-go-back", "--account", "ada@demo", keys: "C-o"),
    ScreenCase("Timeline", "date-field", "--account", "ada@demo", keys: "g d 2 0 2 6"),
    ScreenCase("Timeline", "date-unclear", "--account", "ada@demo", keys: "g d m a y Enter"),
    ScreenCase("Timeline", "date-found", "--account", "ada@demo", keys: "g d 2 0 2 6 - 1 1 - 1 9 Enter"),
    ScreenCase("Timeline", "date-nothing-then", "--account", "ada@demo", keys: "g d 2 0 1 5 - 0 3 Enter"),
    ScreenCase("Timeline", "live-inserted", "--account", "live@demo", keys: "+5s"),
    ScreenCase("Timeline", "live-edited", "--account", "live@demo", keys: "+13s j j"),
    ScreenCase("Timeline", "live-connection-lost", "--account", "live@demo", keys: "+18s"),
    ScreenCase("Timeline", "gap", "--account", "live@demo", keys: toGap),
    ScreenCase("Timeline", "gap-partly-filled", "--account", "live@demo", keys: toGap + " Enter"),
    ScreenCase(
      "Timeline", "gap-filled", "--account", "live@demo",
      keys: toGap + " Enter" + String(repeating: " k", count: 5) + " Enter"),
    ScreenCase("Timeline", "reposts-joined", "--account", "live@demo", keys: toJoinedRepost),
    ScreenCase("Timeline", "reposts-people", "--account", "live@demo", keys: toJoinedRepost + " i +2s"),
    ScreenCase("Timeline", "reposts-hidden", "--account", "live@demo", keys: "G ["),
    ScreenCase("Timeline", "replies-hidden", "--account", "live@demo", keys: "G ] +1s"),
    ScreenCase("Timeline", "reposts-all-hidden", "reposts.json", keys: "["),
    ScreenCase("Timeline", "oldest-first", "posts.json", keys: "O"),
    ScreenCase("Timeline", "oldest-first-begin", "--account", "live@demo", keys: "O G j"),
    ScreenCase("Timeline", "oldest-first-inserted", "--account", "live@demo", keys: "O +5s"),
    ScreenCase("Timeline", "read-further", "--account", "live@demo", keys: "+31s"),
    ScreenCase("Timeline", "read-further-reached", "--account", "live@demo", keys: "+31s g p"),
    ScreenCase("Timeline", "read-further-dismissed", "--account", "live@demo", keys: "+31s Escape"),
    ScreenCase("Timeline", "x-archive", "archive/tweets.js"),
    ScreenCase("Timeline", "mastodon", "mastodon.json"),
    ScreenCase("Timeline", "partly-damaged", "partly-damaged.json"),
    ScreenCase("Timeline", "search-two-letters", "posts.json", keys: "/ s a"),
    ScreenCase("Timeline", "search-typing", "posts.json", keys: "/ s a i d"),
    ScreenCase("Timeline", "search-typing-no-matches", "posts.json", keys: "/ d r a g o n"),
    ScreenCase("Timeline", "search-meaningless", "posts.json", keys: "/ s i n c e : y e s t e r w"),
    ScreenCase("Timeline", "search-no-handle", "posts.json", keys: "/ s a i d Space f r o m :"),
    ScreenCase("Timeline", "search-matches", "posts.json", keys: "/ s a i d Enter"),
    ScreenCase("Timeline", "search-second-match", "posts.json", keys: "/ s a i d Enter n"),
    ScreenCase("Timeline", "search-edited", "posts.json", keys: "/ s a i d Enter / Space b o d y"),
    ScreenCase("Timeline", "search-recalled", "posts.json", keys: "/ s a i d Enter Escape / Up"),
    ScreenCase("Timeline", "search-left", "posts.json", keys: "/ s a i d Enter j Escape"),
    ScreenCase("Timeline", "search-no-matches", "posts.json", keys: "/ d r a g o n Space - s a i d Enter"),
    ScreenCase("Timeline", "search-quoted-word", "posts.json", keys: "/ \" d r a g o n \" Enter"),
    ScreenCase("Timeline", "search-no-timeline", "posts.json", keys: "/ i n : l e t e r s Enter"),
    ScreenCase("Timeline", "search-no-name", "posts.json", keys: "/ # b l a c k - t e a Enter"),
    ScreenCase("Timeline", "loading-first-moment", "--account", "slow@demo"),
    ScreenCase("Timeline", "loading", "--account", "slow@demo", keys: "+1s"),
    ScreenCase("Timeline", "loading-long", "--account", "slow@demo", keys: "+2.5s"),
    ScreenCase("Timeline", "refresh-long", "--account", "slow@demo", keys: "+3s R +2s"),
    ScreenCase("Timeline", "loading-done", "--account", "slow@demo", keys: "+3s"),
    ScreenCase("Timeline", "loading-cancelled", "--account", "slow@demo", keys: "+1s Escape"),
    ScreenCase("Timeline", "no-posts", "empty.json"),
    ScreenCase("Timeline", "wheel", "posts.json", keys: "wheel:down wheel:down wheel:down wheel:up"),
    ScreenCase("Timeline", "click", "posts.json", keys: "click:10,17"),
    ScreenCase("Timeline", "click-link", "posts.json", keys: "click:10,7 click:22,8"),
    ScreenCase("Timeline", "click-tab", "posts.json", keys: "click:18,1"),
    ScreenCase("Timeline", "click-action", "posts.json", keys: "click:18,1 click:42,12"),
    ScreenCase("Timeline", "click-outside-menu", "posts.json", keys: "g click:30,1"),
  ]

  private static let timelineFailures = [
    ScreenCase("Timeline", "offline", "--account", "offline@demo"),
    ScreenCase("Timeline", "offline-waiting", "--account", "offline@demo", keys: "c Y e s M-Enter +20s"),
    ScreenCase("Composer", "drafts-kept", "--account", "ada@demo", keys: "c O n e Escape c"),
    ScreenCase("Timeline", "timed-out", "--account", "timeout@demo", keys: "+10s"),
    ScreenCase("Timeline", "server-error", "--account", "servererror@demo"),
    ScreenCase("Timeline", "failed-once", "--account", "flaky@demo"),
    ScreenCase("Timeline", "failed-once-then-posts", "--account", "flaky@demo", keys: "R"),
    ScreenCase("Timeline", "rate-limited", "--account", "limited@demo"),
    ScreenCase("Timeline", "rate-limited-later", "--account", "limited@demo", keys: "+5s"),
    ScreenCase("Timeline", "rate-limited-then-posts", "--account", "limited@demo", keys: "+16s"),
    ScreenCase("Timeline", "session-expired", "--account", "expired@demo"),
    ScreenCase("Timeline", "web-page", "--account", "odyssey@demo"),
    ScreenCase("Timeline", "untrusted-host", "--account", "odyssey@demo", keys: "R"),
    ScreenCase("Timeline", "refused", "--account", "odyssey@demo", keys: "R R"),
    ScreenCase("Timeline", "maintenance", "--account", "odyssey@demo", keys: "R R R"),
    ScreenCase("Timeline", "maintenance-later", "--account", "odyssey@demo", keys: "R R R +5s"),
    ScreenCase("Timeline", "account-gone", "--account", "odyssey@demo", keys: "R R R +20s"),
    ScreenCase("Timeline", "file-missing", "missing.json"),
    ScreenCase("Timeline", "file-unreadable", "."),
    ScreenCase("Timeline", "file-damaged", "damaged.json"),
    ScreenCase("Timeline", "unknown-format", "unknown-format.json"),
  ]

  /// The failures of the demo in order, each after another request. After a rate limit or maintenance, Tern retries
  /// automatically.
  private static let failures = [
    ("offline", ""), ("timed-out", "R"), ("server-error", "R R"), ("web-page", "R R R"), ("untrusted-host", "R R R R"),
    ("refused", "R R R R R"), ("maintenance", "R R R R R R"), ("rate-limited", "R R R R R R R"),
    ("account-gone", "R R R R R R R {} +10s"), ("session-expired", "R R R R R R R {} +10s R"),
  ]

  /// The keys to a failure on another screen, which is opened before the last of them.
  private static func keys(_ failure: String, opening key: String) -> String {
    failure.contains("{}") ? failure.replacing("{}", with: key) : failure + " " + key
  }

  /// Cached posts stay on the screen, with their time and the reason why there are no newer ones.
  private static let failuresOverCachedPosts =
    failures.map { name, keys in
      ScreenCase("Timeline", "kept-\(name)", "--account", "kept@demo", keys: "R " + keys.replacing("{}", with: ""))
    }
    + [
      ScreenCase(
        "Timeline", "kept-then-newer", "--account", "kept@demo",
        keys: "R R R R R R R R +10s R L a n y Enter")
    ]

  /// The post is shown, but its thread fails to load.
  private static let threadFailures = failures.map { name, failure in
    ScreenCase("PostDetail", name, "--account", "kept@demo", keys: keys(failure, opening: "Enter"))
  }

  /// The keys for a search and for searching the server.
  private static func serverSearch(_ word: String) -> String { found(word) + " S" }

  private static let serverSearch =
    [
      ScreenCase("Timeline", "search-of-server-offered", "--account", "live@demo", keys: found("spark")),
      ScreenCase("Timeline", "search-nothing-here", "--account", "live@demo", keys: found("dragon")),
      ScreenCase("ServerSearch", "matches", "--account", "live@demo", keys: serverSearch("the")),
      ScreenCase("ServerSearch", "post", "--account", "live@demo", keys: serverSearch("the") + " G"),
      ScreenCase("ServerSearch", "person-opened", "--account", "live@demo", keys: serverSearch("the") + " Enter"),
      ScreenCase("ServerSearch", "post-opened", "--account", "live@demo", keys: serverSearch("the") + " G Enter"),
      ScreenCase("ServerSearch", "nothing", "--account", "live@demo", keys: serverSearch("dragon")),
      ScreenCase("ServerSearch", "trends", "--account", "live@demo", keys: "g t"),
      ScreenCase("ServerSearch", "trends-end", "--account", "live@demo", keys: "g t G"),
      ScreenCase("ServerSearch", "suggestions", "--account", "empty@demo", keys: "g u"),
      ScreenCase("ServerSearch", "suggestion-removed", "--account", "empty@demo", keys: "g u a x"),
      ScreenCase("Timeline", "go-to-menu", "--account", "live@demo", keys: "g"),
      ScreenCase("ServerInfo", "announcements", "--account", "live@demo", keys: "g a"),
      ScreenCase("ServerInfo", "links", "--account", "live@demo", keys: "g a o"),
      ScreenCase("ServerInfo", "marked-read", "--account", "live@demo", keys: "g a a x"),
      ScreenCase("ServerInfo", "page", "--account", "live@demo", keys: "g i"),
      ScreenCase("AddressLookup", "field", "--account", "live@demo", keys: "g o"),
      ScreenCase("AddressLookup", "no-address", "--account", "live@demo", keys: "g o paste:loom Enter"),
      ScreenCase(
        "AddressLookup", "nothing-found", "--account", "live@demo", keys: "g o paste:https://far.example/@ada/1 Enter"),
      ScreenCase(
        "AddressLookup", "opened", "--account", "live@demo",
        keys: "g o paste:https://timeline.example/@heinrich/live-1 Enter"),
      ScreenCase(
        "AddressLookup", "opened-from-search", "--account", "live@demo",
        keys: "/ paste:https://timeline.example/@heinrich/live-1 Enter"),
      ScreenCase("AddressLookup", "without-server", "posts.json", "--no-demo", keys: "g o"),
      ScreenCase(
        "AddressLookup", "without-server-post", "posts.json", "--no-demo", keys: "g o paste:@ada@far.example Enter"),
    ]
    + publicServers
    + failures.map { name, failure in
      ScreenCase(
        "ServerSearch", name, "--account", "kept@demo", keys: keys(failure, opening: serverSearch("watching")))
    }

  /// Servers that are read without an account, in the demo.
  private static let publicServers =
    [
      ("public-server", "engine.example"), ("public-server-tag", "#logic@engine.example"),
      ("public-server-empty", "quiet.example"), ("public-server-refused", "members.example"),
      // This reserved port refuses connections.
      ("public-server-offline", "127.0.0.1:1"),
    ].map { state, address in
      ScreenCase("Timeline", state, "--account", "live@demo", keys: "g o paste:\(address) Enter")
    }
    + [
      ("public-server-saved", "T"), ("public-server-tab", "T Escape BTab"),
      ("public-server-removed", "T Escape BTab T"),
      ("public-server-thread", "Enter"), ("public-server-actions", "a"), ("public-server-search", "/ l o o m Enter"),
    ].map { state, keys in
      ScreenCase(
        "Timeline", state, ["--account", "live@demo"], keys: "g o paste:engine.example Enter " + keys,
        sizes: ScreenSize.single + [.split])
    }
    + [
      ("tags-saved", "T"), ("tags-tab", "T Escape Escape BTab"), ("tags-tab-removed", "T Escape Escape BTab T"),
    ].map { state, keys in
      ScreenCase(
        "Timeline", state, "--account", "gatsby@demo",
        keys: "g # m paste:jazz\\swestegg\\s-tea Enter " + keys)
    }

  private static let profile =
    [
      ScreenCase("Profile", "posts", "thread.json", keys: "p"),
      ScreenCase("Profile", "post", "thread.json", keys: "p j"),
      ScreenCase("Profile", "media", "posts.json", keys: found("bench") + " p Tab"),
      ScreenCase("Profile", "loading", "--account", "slow@demo", keys: "+3s p +1s"),
    ]
    + failures.map { name, failure in
      ScreenCase("Profile", name, "--account", "kept@demo", keys: keys(failure, opening: "p"))
    }

  private static let postDetail =
    threadFailures + [
      ScreenCase("PostDetail", "thread", "thread.json", keys: "Enter"),
      ScreenCase("PostDetail", "thread-top", "thread.json", keys: "Enter g g"),
      ScreenCase("PostDetail", "thread-end", "thread.json", keys: "Enter G"),
      ScreenCase("PostDetail", "parent-missing", "thread.json", keys: found("agree") + " Enter"),
      ScreenCase("PostDetail", "alone", "thread.json", keys: found("Clang") + " Enter"),
      ScreenCase("PostDetail", "warning-and-quote", "thread.json", keys: found("lighthouse") + " Enter"),
      ScreenCase("PostDetail", "links", "thread.json", keys: "Enter o"),
      ScreenCase("PostDetail", "copied", "thread.json", keys: "Enter Y"),
      ScreenCase("PostDetail", "poll-and-media", "posts.json", keys: found("bench") + " Enter"),
      ScreenCase("PostDetail", "empty-post", "posts.json", keys: "G Enter"),
      ScreenCase("PostDetail", "click-link", "thread.json", keys: "Enter j click:15,7"),
      ScreenCase("PostDetail", "folded", "thread.json", keys: "Enter j Z"),
      ScreenCase("PostDetail", "folded-all", "thread.json", keys: "Enter Z"),
      ScreenCase("PostDetail", "unfolded", "thread.json", keys: "Enter Z Z"),
      ScreenCase("PostDetail", "one-text", "--account", "ada@demo", keys: found("scroll") + " Enter J"),
      ScreenCase("PostDetail", "one-text-end", "--account", "ada@demo", keys: found("scroll") + " Enter J G"),
      ScreenCase("PostDetail", "new-reply", "--account", "live@demo", keys: "+27s g g Enter +9s R"),
      ScreenCase(
        "PostDetail", "new-reply-read", "--account", "live@demo", keys: "+27s g g Enter +9s R u"),
      ScreenCase("PostDetail", "link-card", "--account", "ada@demo", keys: found("facsimile") + " Enter"),
      ScreenCase("PostDetail", "translated", "--account", "live@demo", keys: found("гроза") + " Enter a T"),
      ScreenCase("PostDetail", "translation-refused", "--account", "live@demo", keys: found("spark") + " Enter a T"),
      ScreenCase("PostDetail", "replies-fetched", "--account", "live@demo", keys: "+5s g g Enter F G"),
      ScreenCase("PostDetail", "own-reply", "--account", "ada@demo", keys: "Enter r Y e s M-Enter +6s G"),
      ScreenCase("PostDetail", "clicked-open", "thread.json", keys: "click:10,4 click:10,4"),
      ScreenCase("PostDetail", "loading", "--account", "slow@demo", keys: "+3s Enter +1s"),
      ScreenCase("PostDetail", "loading-done", "--account", "slow@demo", keys: "+3s Enter +3s"),
    ]

  private static let palette = [
    ScreenCase("Settings", "list", "--account", "ada@demo", "--config", "config.toml", keys: "F2"),
    ScreenCase("Settings", "value", "--account", "ada@demo", "--config", "config.toml", keys: "F2 G k k k k Enter"),
    ScreenCase("Settings", "choices", "--account", "ada@demo", "--config", "config.toml", keys: "F2 / f e t Enter"),
    ScreenCase("Settings", "found", "--account", "ada@demo", "--config", "config.toml", keys: "F2 / p i c"),
    ScreenCase("Settings", "nothing-found", "--account", "ada@demo", "--config", "config.toml", keys: "F2 / z z z"),
    ScreenCase("Settings", "keys", "--account", "ada@demo", "--config", "config.toml", keys: "F2 K"),
    ScreenCase("Settings", "key-found", "--account", "ada@demo", "--config", "config.toml", keys: "F2 K / l i k e"),
    ScreenCase("Settings", "new-key", "--account", "ada@demo", "--config", "config.toml", keys: "F2 K Enter"),
    ScreenCase(
      "Settings", "key-has-meaning", "--account", "ada@demo", "--config", "config.toml", keys: "F2 K / n e x t Enter f"),
    ScreenCase("Palette", "of-timeline", "--account", "ada@demo", keys: ":"),
    ScreenCase("Palette", "of-timeline-end", "--account", "ada@demo", keys: ": Up" + repeated(" Down", 120)),
    ScreenCase("Palette", "of-post", "thread.json", "--no-demo", keys: "Enter C-k"),
    ScreenCase("Palette", "of-empty-timeline", "empty.json", "--no-demo", keys: ":"),
    ScreenCase("Palette", "of-accounts", "--no-demo", keys: ":"),
    ScreenCase("Palette", "filtered", "--account", "ada@demo", keys: ": p o"),
    ScreenCase("Palette", "second", "--account", "ada@demo", keys: ": p o Down"),
    ScreenCase("Palette", "account", "--account", "ada@demo", keys: ": i c a r"),
    ScreenCase("Palette", "timeline-behind-post", "--account", "ada@demo", keys: "Enter : m e n t"),
    ScreenCase("Palette", "timeline-chosen", "--account", "ada@demo", keys: "Enter : m e n t Enter"),
    ScreenCase("Palette", "account-chosen", "--account", "ada@demo", keys: ": n e m o Enter"),
    ScreenCase("Palette", "nothing", "--account", "ada@demo", keys: ": z q x"),
    ScreenCase("Palette", "meaningless-key", "--account", "ada@demo", keys: ": F9"),
    ScreenCase("Palette", "chosen", "--account", "ada@demo", keys: ": m e n t Enter"),
    ScreenCase("Palette", "closed", "--account", "ada@demo", keys: "j : r Escape"),
  ]

  private static let panes = [
    pane("list", "--account", "ada@demo"),
    pane("followed", "--account", "ada@demo", keys: "j j +1s"),
    pane("opened", "--account", "ada@demo", keys: "j +1s Enter"),
    pane("thread", "thread.json", keys: "Enter j"),
    pane("next-pane", "--account", "ada@demo", keys: "w w"),
    pane("loading", "--account", "slow@demo", keys: "+1s"),
    pane("failed", "--account", "offline@demo", keys: "+1s"),
    pane("empty", "--account", "empty@demo"),
    pane("notification-without-post", "--account", "gatsby@demo", keys: "Tab j +1s"),
    pane("notification-of-several", "--account", "gatsby@demo", keys: "Tab V V V +2s"),
    pane("notification-people", "--account", "gatsby@demo", keys: "Tab V V V i +2s"),
    pane("folded", "thread.json", keys: "Enter Z"),
    pane("searched", "posts.json", keys: "/ w e t +1s"),
    pane("menu", "--account", "ada@demo", keys: "g"),
    pane("covered", "--account", "ada@demo", keys: "g s"),
    pane("single", "--account", "ada@demo", keys: "| |"),
    pane("columns", "--columns", keys: "+1s"),
    pane("columns-later", "--columns", keys: "+10s l l l"),
    pane("columns-opened", "--columns", keys: "+1s Enter"),
    pane("columns-of-timelines", "--account", "ada@demo", keys: "|"),
    pane("add-column", "--columns", keys: "+1s x +"),
  ]

  private static func pane(_ state: String, _ arguments: String..., keys: String = "") -> ScreenCase {
    ScreenCase("Panes", state, arguments, keys: keys, sizes: ScreenSize.panes)
  }

  private static func repeated(_ keys: String, _ count: Int) -> String {
    String(repeating: keys, count: count)
  }

  private static let help = [
    ScreenCase("Help", "of-accounts", "--demo", keys: "?"),
    ScreenCase("Help", "of-form", "--demo", keys: "n F1"),
    ScreenCase("Help", "of-timeline", "posts.json", keys: "?"),
    ScreenCase("Help", "of-timeline-end", "posts.json", keys: "? G"),
    ScreenCase("Help", "of-empty-timeline", "empty.json", keys: "?"),
    ScreenCase("Help", "found", "posts.json", keys: "? / n e x t Enter"),
    ScreenCase("Help", "nothing-found", "posts.json", keys: "? / d r a g o n"),
    ScreenCase("Help", "of-post", "thread.json", keys: "Enter ?"),
    ScreenCase("About", "about", keys: "? a"),
  ]

  /// All stops of the tour: the reasons of the empty view, and outcomes of sending.
  private static let tour = (1...65).map { stop in
    ScreenCase(
      "Tour", stop < 10 ? "stop-0\(stop)" : "stop-\(stop)", "--tour",
      keys: repeatElement("Enter", count: stop - 1).joined(separator: " "))
  }
}
