import Glibc

/// Where the store lies unless the person says otherwise.
public enum StoreDirectory {
  /// `$XDG_DATA_HOME/tern`, else `~/.local/share/tern` (XDG Base Directory Specification: what is not an absolute path
  /// is ignored).
  public static func path(environment: [String: String]) -> String {
    if let data = environment["XDG_DATA_HOME"], data.hasPrefix("/") { return data + "/tern" }
    return home(environment) + "/.local/share/tern"
  }

  private static func home(_ environment: [String: String]) -> String {
    if let home = environment["HOME"], !home.isEmpty { return home }
    guard let directory = getpwuid(getuid())?.pointee.pw_dir else { return "" }
    return String(cString: directory)
  }
}
