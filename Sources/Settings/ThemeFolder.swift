import Glibc
import SystemFiles
import TerminalKit

/// The folder of a person's own themes, beside the file of their settings: NAME.toml is the theme NAME.
public struct ThemeFolder: Hashable, Sendable {
  private static let suffix = ".toml"
  private static let maxSize = 1 << 20

  public let path: String

  /// - Parameter settings: the path of the file of settings.
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

  /// - Parameter held: the theme of this name that holds so far. It stays where the file cannot be understood.
  func read(_ name: String, holding held: Theme?) -> ThemeParseResult {
    let path = path(of: name)
    var reading: ThemeParseResult
    do throws(SystemError) {
      reading = ThemeReader.read(try OpenFile(path, O_RDONLY).readToEnd(limit: Self.maxSize), name: name)
    } catch {
      reading = ThemeParseResult(faults: [SettingsFault(at: nil, error.reason)])
    }
    reading.theme = reading.theme ?? held
    for index in reading.faults.indices { reading.faults[index].file = path }
    return reading
  }
}
