import Domain
import TerminalKit

/// The settings in a file, and its faults.
public struct SettingsParseResult: Hashable, Sendable {
  public var settings: UserSettings
  /// In the order of the file.
  public var faults: [SettingsFault]
  /// Whether the file does not exist, so that the default settings apply.
  public var isMissing: Bool

  public init(settings: UserSettings = .standard, faults: [SettingsFault] = [], isMissing: Bool = false) {
    self.settings = settings
    self.faults = faults
    self.isMissing = isMissing
  }
}

/// Parses the text of a settings file.
public struct SettingsReader: Sendable {
  static let keysName = "keys"
  static let searchesName = "searches"

  private let commands: [Command]
  private let customThemes: [String]

  /// - Parameters:
  ///   - commands: the commands that can be assigned to keys.
  ///   - customThemes: the names of the user's own themes.
  public init(commands: [Command], customThemes: [String] = []) {
    self.commands = commands
    self.customThemes = customThemes
  }

  /// An invalid value leaves its setting at the default.
  /// - Parameter fallback: the settings to use if the syntax is invalid.
  public func read(_ bytes: [UInt8], fallback: UserSettings = .standard) -> SettingsParseResult {
    do throws(SettingsFault) {
      return result(of: try TOMLDocument(bytes))
    } catch {
      return SettingsParseResult(settings: fallback, faults: [error.explained(in: bytes)])
    }
  }

  private func result(of document: TOMLDocument) -> SettingsParseResult {
    var result = SettingsParseResult()
    let all = Setting.all(customThemes: customThemes)
    for entry in document.entries {
      if entry.key == Self.keysName {
        readKeys(entry, into: &result)
      } else if entry.key == Self.searchesName {
        readSearches(entry, into: &result)
      } else if let setting = all.first(where: { $0.name == entry.key }) {
        if !setting.apply(entry.value, to: &result.settings) {
          result.faults.append(SettingsFault(at: entry.valuePosition, setting.fault(of: entry.value)))
        }
      } else {
        let suggestion = NearestName.suggestion(
          for: entry.key, among: all.map(\.name) + [Self.keysName, Self.searchesName])
        result.faults.append(
          SettingsFault(at: entry.keyPosition, "unknown setting \(entry.key.quoted)\(suggestion)"))
      }
    }
    return result
  }

  private func readSearches(_ entry: TOMLDocument.Entry, into result: inout SettingsParseResult) {
    guard case .array(let entries) = entry.value else {
      result.faults.append(SettingsFault(at: entry.valuePosition, SearchSettings.form))
      return
    }
    var searches = SearchSettings()
    for entry in entries { searches.read(entry) }
    result.settings.searches = searches.searches
    result.faults += searches.faults
  }

  private func readKeys(_ entry: TOMLDocument.Entry, into result: inout SettingsParseResult) {
    guard case .table(let entries) = entry.value else {
      result.faults.append(
        SettingsFault(at: entry.valuePosition, "write keys as a table: [keys] with \"g z\" = \"refresh\" below"))
      return
    }
    var keys = KeySettings(commands: commands)
    for entry in entries { keys.read(entry) }
    result.settings.keymap = keys.keymap
    result.faults += keys.faults
  }
}
