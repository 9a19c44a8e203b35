import Glibc
import SystemFiles
import TerminalKit

/// The folder of the user's own themes next to the settings file. NAME.toml is the theme NAME.
public struct ThemeFolder: Hashable, Sendable {
  private static let suffix = ".toml"
  private static let maxSize = 1 << 20

  public let path: String

  /// - Parameter settings: the path of the settings file.
  public init(beside settings: String) {
    path = settings.lastIndex(of: "/").map { settings[...$0] + "themes" } ?? "themes"
  }

  /// In alphabetical order.
  var names: [String] {
    DirectoryListing.names(in: path).compactMap { name in
      guard name.hasSuffix(Self.suffix) else { return nil }
      let theme = String(name.dropLast(Self.suffix.count))
      return theme.isEmpty || UserSettings.themes.contains(theme) ? nil : theme
    }
  }

  /// The path of a theme's file.
  func path(of name: String) -> String { "\(path)/\(name)\(Self.suffix)" }

  /// - Parameter fallback: the theme to use if the file is unreadable or has invalid syntax.
  func read(_ name: String, fallback: Theme?) -> ThemeParseResult {
    let path = path(of: name)
    var result: ThemeParseResult
    do throws(SystemError) {
      result = ThemeReader.read(try OpenFile(path, O_RDONLY).readToEnd(limit: Self.maxSize), name: name)
    } catch {
      result = ThemeParseResult(faults: [SettingsFault(at: nil, error.reason)])
    }
    result.theme = result.theme ?? fallback
    for index in result.faults.indices { result.faults[index].file = path }
    return result
  }
}
