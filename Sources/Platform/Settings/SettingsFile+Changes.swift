import Domain
import Glibc
import SystemFiles

/// Changing single settings in the file.
extension SettingsFile: SettingsRepository {
  public func settings() async -> [ListedSetting] {
    let current = read().settings
    return Setting.all(customThemes: themes.names).map { $0.listed(current) }
  }

  /// The file is created if it does not exist. A symbolic link stays one: its target is changed.
  public func change(_ name: String, to value: String) async throws(SettingsChangeError) {
    do throws(SettingsFault) {
      guard let setting = Setting.all(customThemes: themes.names).first(where: { $0.name == name }) else {
        throw SettingsFault(at: nil, "unknown setting \(name.quoted)")
      }
      let literal = try setting.literal(ofTyped: value)
      let path =
        realpath(path, nil).map { resolved in
          defer { free(resolved) }
          return String(cString: resolved)
        } ?? path
      try replace(path) { bytes throws(SettingsFault) in
        let changed = try SettingsEdit(bytes).setting(name, to: literal)
        // Nothing is written that could not be read again.
        _ = try TOMLDocument(changed)
        return changed
      }
    } catch {
      throw SettingsChangeError(error.position == nil ? error.message : "\(path): \(error)")
    }
  }

  private func replace(
    _ path: String, with change: ([UInt8]) throws(SettingsFault) -> [UInt8]
  ) throws(SettingsFault) {
    let slash = path.lastIndex(of: "/")
    let name = String(slash.map { path[path.index(after: $0)...] } ?? path[...])
    let folder = AppDirectory(path: slash.map { String(path[..<$0]) } ?? ".")
    let changed = try change(try bytes(of: path))
    do throws(FileError) {
      try folder.make()
      try folder.replace(name, with: changed, permissions: permissions(of: path))
    } catch {
      throw SettingsFault(at: nil, "\(error.path): \(error.cause.reason)")
    }
  }

  /// Empty if there is no file.
  private func bytes(of path: String) throws(SettingsFault) -> [UInt8] {
    do throws(SystemError) {
      return try OpenFile(path, O_RDONLY).readToEnd(limit: Self.maxSize)
    } catch {
      if error.code == ENOENT { return [] }
      throw SettingsFault(at: nil, "\(path): \(error.reason)")
    }
  }

  private func permissions(of path: String) -> mode_t {
    var info = stat()
    return stat(path, &info) == 0 ? info.st_mode & 0o777 : 0o600
  }
}

extension Setting {
  /// The setting with its value in the given settings.
  fileprivate func listed(_ settings: UserSettings) -> ListedSetting {
    ListedSetting(
      name: name, explanation: explanation.joined(separator: " "), value: typed(settings),
      defaultValue: typed(.standard), allowedValues: allowedValues, choices: choiceWords)
  }

  /// The value as it is written in the file.
  /// - Parameter typed: The value as the user types it, without quotation marks.
  /// - Throws: `SettingsFault` if it is not valid.
  fileprivate func literal(ofTyped typed: String) throws(SettingsFault) -> String {
    let literal = unchecked(literalOf: typed)
    let value = try TOMLDocument(Array("value = \(literal)\n".utf8)).entries.first?.value ?? .text(typed)
    var settings = UserSettings.standard
    guard apply(value, to: &settings) else { throw SettingsFault(at: nil, fault(of: value)) }
    return literal
  }
}
