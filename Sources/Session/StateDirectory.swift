import Glibc

/// Where Tern's memory lies unless the person says otherwise.
public enum StateDirectory {
  /// `$XDG_STATE_HOME/tern`, else `~/.local/state/tern` (XDG Base Directory Specification: what is not an absolute
  /// path is ignored).
  public static func path(environment: [String: String]) -> String {
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state + "/tern" }
    return home(environment) + "/.local/state/tern"
  }

  private static func home(_ environment: [String: String]) -> String {
    if let home = environment["HOME"], !home.isEmpty { return home }
    guard let directory = getpwuid(getuid())?.pointee.pw_dir else { return "" }
    return String(cString: directory)
  }
}
