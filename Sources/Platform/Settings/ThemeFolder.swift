import Glibc
import SystemFiles
import TerminalKit

/// The folder of the user's own themes next to the settings file. NAME.toml is the theme NAME.
public struct ThemeFolder: Hashable, Sendable {
  private static let suffix = ".toml"
  private static let maxSize = 1 << 20

  public let path: String

  /// - Parameter settings: The path of the settings file.
  public init(beside settings: String) {
    path = settings.lastIndex(of: "/").map { settings[...$0] + "themes" } ?? "themes"
  }

  /// In alphabetical order.
  var names: [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let theme = String(name.dropLast(Self.suffix.count))
      if name.hasSuffix(Self.suffix), !theme.isEmpty, !UserSettings.themes.contains(theme) { names.append(theme) }
    }
    return names.sorted()
  }

  /// The path of a theme's file.
  func path(of name: String) -> String { "\(path)/\(name)\(Self.suffix)" }

  /// - Parameter fallback: The theme to use if the file is unreadable or has invalid syntax.
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
