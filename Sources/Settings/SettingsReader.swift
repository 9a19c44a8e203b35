import Domain
import TerminalKit

/// The settings that a file says, and what is wrong with it.
public struct SettingsParseResult: Hashable, Sendable {
  public var settings: UserSettings
  /// In the order in which they stand in the file.
  public var faults: [SettingsFault]
  /// Whether there is no such file: then everything is as it is in the standard settings.
  public var isMissing: Bool

  public init(settings: UserSettings = .standard, faults: [SettingsFault] = [], isMissing: Bool = false) {
    self.settings = settings
    self.faults = faults
    self.isMissing = isMissing
  }
}

/// Makes settings of the text of a file.
public struct SettingsReader: Sendable {
  static let keysName = "keys"
  static let searchesName = "searches"

  private let commands: [Command]
  private let ownThemes: [String]

  /// - Parameters:
  ///   - commands: those that can be given keys.
  ///   - ownThemes: the names of the person's own themes.
  public init(commands: [Command], ownThemes: [String] = []) {
    self.commands = commands
    self.ownThemes = ownThemes
  }

  /// A value that cannot be meant leaves its setting at the standard. Where the syntax is wrong, nobody knows what is
  /// meant: then the settings that hold stay.
  public func read(_ bytes: [UInt8], holding held: UserSettings = .standard) -> SettingsParseResult {
    do throws(SettingsFault) {
      return reading(of: try TOMLDocument(bytes))
    } catch {
      return SettingsParseResult(settings: held, faults: [error.explained(in: bytes)])
    }
  }

  private func reading(of document: TOMLDocument) -> SettingsParseResult {
    var reading = SettingsParseResult()
    let all = Setting.all(ownThemes: ownThemes)
    for entry in document.entries {
      if entry.key == Self.keysName {
        readKeys(entry, into: &reading)
      } else if entry.key == Self.searchesName {
        readSearches(entry, into: &reading)
      } else if let setting = all.first(where: { $0.name == entry.key }) {
        if !setting.take(entry.value, into: &reading.settings) {
          reading.faults.append(SettingsFault(at: entry.valuePosition, setting.fault(of: entry.value)))
        }
      } else {
        let question = NearestName.question(
          for: entry.key, among: all.map(\.name) + [Self.keysName, Self.searchesName])
        reading.faults.append(
          SettingsFault(at: entry.keyPosition, "there is no setting \(entry.key.quoted)\(question)"))
      }
    }
    return reading
  }

  private func readSearches(_ entry: TOMLDocument.Entry, into reading: inout SettingsParseResult) {
    guard case .array(let entries) = entry.value else {
      reading.faults.append(SettingsFault(at: entry.valuePosition, SearchSettings.form))
      return
    }
    var searches = SearchSettings()
    for entry in entries { searches.read(entry) }
    reading.settings.searches = searches.searches
    reading.faults += searches.faults
  }

  private func readKeys(_ entry: TOMLDocument.Entry, into reading: inout SettingsParseResult) {
    guard case .table(let entries) = entry.value else {
      reading.faults.append(
        SettingsFault(at: entry.valuePosition, "“keys” is a table: [keys], and below it \"g h\" = \"refresh\""))
      return
    }
    var keys = KeySettings(commands: commands)
    for entry in entries { keys.read(entry) }
    reading.settings.keymap = keys.keymap
    reading.faults += keys.faults
  }
}
