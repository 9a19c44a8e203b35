import Domain
import TerminalKit

/// The commands that all screens with a source share, such as refreshing, signing in and switching accounts.
public enum SourceCommands {
  /// The title of the `g` menu.
  public static let goTo = "go to"

  public static let refresh = Command(
    "refresh", "refresh", synonyms: ["reload", "update", "sync", "refetch", "load new posts"],
    keys: ["R", "C-r", "F5", ",", "."], in: .read)
  public static let cancel = Command(
    "cancel", "cancel", keys: ["Escape"], isDismissal: true, over: [clearSearch, ProgramCommands.back])
  public static let stopReading = Command(
    "stop-reading", "stop reading", keys: ["Escape"], isDismissal: true, over: [clearSearch, ProgramCommands.back])
  public static let signInAgain = Command(
    "log-in", "sign in again", synonyms: ["log in", "login", "authenticate"], keys: ["L"], in: .accounts,
    over: [ListCommands.bottomOfScreen])
  public static let signIn = Command(
    "sign-in", "sign in to an account", synonyms: ["log in", "login", "add account", "new account"], keys: ["n"],
    in: .accounts)
  /// The commands that only the command line has, with what to type there.
  private static let inShell: [(command: Command, line: String)] = [
    (Command("sign-out", "sign out", synonyms: ["log out", "remove account"], keys: []), "tern logout HANDLE"),
    (
      Command(
        "import-archive", "import a downloaded archive", synonyms: ["archive", "backup", "twitter archive"], keys: []),
      "tern import FILE"
    ),
    (
      Command("export-posts", "export your posts", synonyms: ["download my posts", "backup", "archive"], keys: []),
      "tern export HANDLE"
    ),
    (
      Command(
        "move-account", "export or import follows, blocks and lists",
        synonyms: ["migrate", "move account", "transfer", "csv", "download follows"], keys: []),
      "tern move export"
    ),
    (
      Command("rename-account", "give an account a name of your own", synonyms: ["rename", "nickname"], keys: []),
      "tern rename HANDLE NAME"
    ),
  ]
  public static let openDemo = Command(
    "look-around", "try the demo", synonyms: ["example", "tour"], keys: ["Enter"], in: .accounts)
  public static let undo = Command("take-back", "undo the last action", synonyms: ["revert"], keys: ["U"], in: .read)
  public static let search = Command("search", "search", synonyms: ["find", "look for"], keys: ["/"], in: .search)
  public static let searchServer = Command(
    "search-server", "search the server", synonyms: ["find people", "discover"], keys: ["S"], in: .search)
  public static let openAddress = Command(
    "go-to-address", "open an address",
    synonyms: [
      "url", "link", "address", "paste link", "open post by url", "handle", "resolve", "another server",
      "public posts of a server", "visit a server without an account", "remote timeline", "other servers",
    ], keys: ["g o"],
    in: .open, menu: goTo)
  public static let trends = Command(
    "trends", "what is trending",
    synonyms: ["explore", "discover", "trends", "trending now", "popular", "hot", "news"], keys: ["g t"], in: .open,
    menu: goTo)
  public static let suggestions = Command(
    "suggestions", "people to follow",
    synonyms: [
      "explore", "discover", "suggested accounts", "recommendations", "who to follow", "find people", "discover people",
    ],
    keys: ["g u"], in: .open, menu: goTo)
  public static let announcements = Command(
    "announcements", "announcements of the server", synonyms: ["news", "notices", "administrators"], keys: ["g a"],
    in: .open, menu: goTo)
  public static let serverPage = Command(
    "server-page", "about the server",
    synonyms: [
      "server rules", "server information", "instance", "rules", "contact", "limits", "version", "administrators",
    ], keys: ["g i"],
    in: .open, menu: goTo)
  /// In the empty view of an address, where the keys are free.
  public static let openInBrowser = Command(
    "open-address-in-browser", "open in the browser", keys: ["Enter", "v"], in: .open)
  /// The commands for server features other than timelines.
  public static let serverFeatures = [openAddress, trends, suggestions, announcements, serverPage]

  public static let clearSearch = Command(
    "leave-search", "close the search", synonyms: ["end search"], keys: ["Escape", "q", "BSpace"], in: .search,
    isDismissal: true,
    over: [ProgramCommands.back, ProgramCommands.quit])
  public static let nextTimeline = Command(
    "next-timeline", "next timeline", synonyms: ["next tab"], keys: ["Tab", "l", "Right"], in: .open)
  public static let switchAccount = Command(
    "switch-account", "switch account", synonyms: ["accounts", "change account", "sign in", "log in", "add account"],
    keys: ["g s"],
    in: .accounts, menu: goTo)
  public static let nextAccount = Command("next-account", "next account", keys: ["C-n"], in: .accounts)
  public static let previousAccount = Command("previous-account", "previous account", keys: ["C-p"], in: .accounts)

  public static let showHidden = Command(
    "show-hidden", "show or hide filtered posts", synonyms: ["hidden posts", "filters", "muted posts"], keys: ["Z"],
    in: .read)
  public static let hideReposts = Command(
    "timeline-reposts", "hide or show reposts here",
    synonyms: ["boosts", "retweets", "hide boosts", "show boosts", "without reposts"], keys: ["["], in: .read)
  public static let hideReplies = Command(
    "timeline-replies", "hide or show replies here",
    synonyms: ["answers", "hide answers", "show answers", "without replies"], keys: ["]"], in: .read)
  public static let hidePostsWithoutMedia = Command(
    "timeline-media", "show only posts with media here, or all",
    synonyms: ["media only", "only pictures"], keys: ["{"], in: .read)
  public static let hideOtherLanguages = Command(
    "timeline-languages", "hide or show posts in other languages here",
    synonyms: ["only my languages", "foreign", "language filter"], keys: ["}"], in: .read)
  public static let notificationGroup = Command(
    "notification-kinds", "show only some notifications",
    synonyms: [
      "mentions only", "kinds of notifications", "notification filter", "likes and reposts", "followers",
      "follow requests",
    ],
    keys: ["V"], in: .read)
  /// Offered by the empty view, where the key is free.
  public static let allNotifications = Command(
    "all-notifications", "show all notifications", keys: ["Enter"], in: .read)
  public static let heldNotifications = Command(
    "held-notifications", "notifications held back",
    synonyms: ["filtered notifications", "requests", "policy", "notification requests", "notification policy"],
    keys: ["g r"], in: .open, menu: goTo)
  public static let homeOfAllAccounts = Command(
    "home-of-all-accounts", "Home of all accounts",
    synonyms: ["all accounts", "unified timeline", "merged timeline", "everything", "combined"], keys: ["g h"],
    in: .accounts, menu: goTo)
  public static let notificationsOfAllAccounts = Command(
    "notifications-of-all-accounts", "notifications of all accounts",
    synonyms: ["all notifications", "inbox", "unified notifications"], keys: ["g n"], in: .accounts, menu: goTo)
  public static let messages = Command(
    "messages", "messages",
    synonyms: ["dm", "direct messages", "private mentions", "conversations", "chats"], keys: ["g c"], in: .open,
    menu: goTo)
  public static let continueSearch = Command(
    "look-further", "load older posts", synonyms: ["more", "older"], keys: ["Space", "PageDown", "j", "Down"], in: .read
  )

  /// Adds an entry to a list that the user manages.
  public static let create = Command("new-item", "new", synonyms: ["add", "create"], keys: ["n"], in: .write)

  /// Each reason is shown only while the screen does not offer the command.
  public static let unavailable =
    [
      UnavailableCommand(refresh, "Nothing to refresh here"),
      UnavailableCommand(undo, "Nothing to undo"),
    ] + inShell.map { UnavailableCommand($0.command, "In a shell: \($0.line)") }

  public static let all =
    [
      refresh, cancel, stopReading, signInAgain, signIn, openDemo, search, searchServer, clearSearch, undo,
      nextTimeline, switchAccount, nextAccount, previousAccount, showHidden,
      notificationGroup, allNotifications, heldNotifications, messages, homeOfAllAccounts, notificationsOfAllAccounts,
      continueSearch,
      create,
    ] + EntryKind.allCases.map(\.command) + serverFeatures + [openInBrowser]
}
