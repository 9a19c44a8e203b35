/// What can be done on every screen.
public enum ProgramCommands {
  public static let quit = Command("quit", "quit", keys: ["q"])
  public static let quitAtOnce = Command("quit-at-once", "quit at once", keys: ["C-c"])
  public static let redraw = Command("redraw", "redraw", keys: ["C-l"])
  public static let suspend = Command("suspend", "suspend", keys: ["C-z"])
  public static let help = Command("help", "help", keys: ["?", "F1"])
  public static let back = Command("back", "back", keys: ["Escape", "q", "BSpace"], isWayOut: true, over: [quit])
  public static let closeMenu = Command("close-menu", "close", keys: ["Escape"], isWayOut: true)

  public static let all = [quit, quitAtOnce, redraw, suspend, help, back, closeMenu]
}
