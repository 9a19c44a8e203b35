/// The user's settings, as a list that can be changed.
public protocol SettingsRepository: Sendable {
  /// All settings except keys and searches.
  func settings() async -> [ListedSetting]

  /// Changes a setting and stores it.
  /// - Parameter value: the value without quotation marks; entries of a list are separated by commas.
  /// - Throws: `SettingsChangeError` if the value is not valid or cannot be stored. Nothing is changed then.
  func change(_ name: String, to value: String) async throws(SettingsChangeError)

  /// Gives a command a key in addition to its default ones, and stores it. An earlier meaning that the user gave the
  /// key is replaced.
  /// - Parameters:
  ///   - key: the names of the keys, separated by spaces: “g h”.
  ///   - command: the command’s ID.
  /// - Throws: `SettingsChangeError` if the key is not valid or cannot be stored. Nothing is changed then.
  func setKey(_ key: String, to command: String) async throws(SettingsChangeError)

  /// Removes the keys that the user gave a command.
  /// - Throws: `SettingsChangeError` if the change cannot be stored. Nothing is changed then.
  func resetKeys(of command: String) async throws(SettingsChangeError)
}

public struct ListedSetting: Hashable, Sendable {
  public var name: String
  public var explanation: String
  /// Without quotation marks; entries of a list are separated by commas.
  public var value: String
  /// The value if it is not set.
  public var defaultValue: String
  /// “0 to 60”, “a command”.
  public var allowedValues: String
  /// The values to choose from; empty if others can be typed.
  public var choices: [String]

  public init(
    name: String, explanation: String, value: String, defaultValue: String, allowedValues: String, choices: [String]
  ) {
    self.name = name
    self.explanation = explanation
    self.value = value
    self.defaultValue = defaultValue
    self.allowedValues = allowedValues
    self.choices = choices
  }
}

/// The reason that a setting was not changed.
public struct SettingsChangeError: Error, Hashable, Sendable {
  /// A sentence without a full stop: “config.toml: 4:9: expected '='”.
  public var reason: String

  public init(_ reason: String) {
    self.reason = reason
  }
}
