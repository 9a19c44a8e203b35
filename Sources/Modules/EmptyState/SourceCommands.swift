import TerminalKit

/// What helps where a source answers badly, slowly or not at all, and what else leads on from there: the screens that
/// read from sources share it.
public enum SourceCommands {
  /// What the menu is called that leads to other places.
  public static let goTo = "go to"

  public static let refresh = Command("refresh", "refresh", keys: ["R", "C-r", "F5", ",", "."], in: .read)
  public static let cancel = Command(
    "cancel", "cancel", keys: ["Escape"], isWayOut: true, over: [clearSearch, ProgramCommands.back])
  public static let stopReading = Command(
    "stop-reading", "stop reading", keys: ["Escape"], isWayOut: true, over: [clearSearch, ProgramCommands.back])
  public static let logIn = Command(
    "log-in", "log in again", keys: ["L"], in: .accounts, over: [ListCommands.bottomOfScreen])
  public static let signIn = Command("sign-in", "sign in to an account", keys: ["n"], in: .accounts)
  public static let openDemo = Command("look-around", "look around in the demo", keys: ["Enter"], in: .accounts)
  public static let takeBack = Command("take-back", "take back what was done last", keys: ["U"], in: .read)
  public static let search = Command("search", "search", keys: ["/"], in: .search)
  public static let searchServer = Command("search-server", "search at the server", keys: ["S"], in: .search)
  public static let clearSearch = Command(
    "leave-search", "leave the search", keys: ["Escape", "q", "BSpace"], in: .search, isWayOut: true,
    over: [ProgramCommands.back, ProgramCommands.quit])
  public static let nextTimeline = Command("next-timeline", "next timeline", keys: ["Tab", "l", "Right"], in: .open)
  public static let switchAccount = Command(
    "switch-account", "switch account", keys: ["g s"], in: .accounts, menu: goTo)
  public static let nextAccount = Command("next-account", "next account", keys: ["C-n"], in: .accounts)
  public static let previousAccount = Command("previous-account", "previous account", keys: ["C-p"], in: .accounts)

  public static let showHidden = Command(
    "show-hidden", "show what filters, mutes and blocks hide, or hide it again", keys: ["Z"], in: .read)
  public static let continueSearch = Command(
    "look-further", "look for posts further down", keys: ["Space", "PageDown", "j", "Down"], in: .read)

  public static let all = [
    refresh, cancel, stopReading, logIn, signIn, openDemo, search, searchServer, clearSearch, takeBack,
    nextTimeline, switchAccount, nextAccount, previousAccount, showHidden, continueSearch,
  ]
}
