import Glibc

/// The default folders of the user's files, from the XDG Base Directory Specification. A variable without an absolute
/// path is ignored, as the specification requires.
package enum UserDirectory {
  /// Session state: `$XDG_STATE_HOME/tern`, else `~/.local/state/tern`.
  package static func state(environment: [String: String]) -> String {
    folder(environment["XDG_STATE_HOME"], else: ".local/state", environment) + "/tern"
  }

  /// Archives, caches and drafts: `$XDG_DATA_HOME/tern`, else `~/.local/share/tern`.
  package static func data(environment: [String: String]) -> String {
    folder(environment["XDG_DATA_HOME"], else: ".local/share", environment) + "/tern"
  }

  /// Settings: `$XDG_CONFIG_HOME/tern`, else `~/.config/tern`.
  package static func config(environment: [String: String]) -> String {
    folder(environment["XDG_CONFIG_HOME"], else: ".config", environment) + "/tern"
  }

  private static func folder(_ named: String?, else standard: String, _ environment: [String: String]) -> String {
    if let named, named.hasPrefix("/") { return named }
    return home(environment) + "/" + standard
  }

  private static func home(_ environment: [String: String]) -> String {
    if let home = environment["HOME"], !home.isEmpty { return home }
    guard let directory = getpwuid(getuid())?.pointee.pw_dir else { return "" }
    return String(cString: directory)
  }
}
