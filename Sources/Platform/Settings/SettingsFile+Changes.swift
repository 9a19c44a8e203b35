import Domain
import Glibc
import SystemFiles
import TerminalKit

/// Changing single settings in the file.
extension SettingsFile: SettingsRepository {
  public func settings() async -> [ListedSetting] {
    let current = read().settings
    return Setting.all(customThemes: themes.names).map { $0.listed(current) }
  }

  /// The file is created if it does not exist. A symbolic link stays one: its target is changed.
  public func change(_ name: String, to value: String) async throws(SettingsChangeError) {
    guard let setting = Setting.all(customThemes: themes.names).first(where: { $0.name == name }) else {
      throw SettingsChangeError("unknown setting \(name.quoted)")
    }
    try edit(name) { edit throws(SettingsFault) in
      let (literal, parsed) = try setting.literal(ofTyped: value)
      return (
        try edit.setting(name, to: literal),
        { old, new in
          var expected = old
          return setting.apply(parsed, to: &expected) && new == expected
        }
      )
    }
  }

  public func setKey(_ key: String, to command: String) async throws(SettingsChangeError) {
    guard let changed = commands.first(where: { $0.id == command }), let sequence = KeySequence(key) else {
      throw SettingsChangeError("unknown key or command: \(key.quoted), \(command.quoted)")
    }
    try edit(key) { edit throws(SettingsFault) in
      (
        try edit.settingKey(key, to: command),
        { old, new in new.keymap.keys(of: changed).contains(sequence) && new.isEqualExceptKeys(to: old) }
      )
    }
  }

  public func resetKeys(of command: String) async throws(SettingsChangeError) {
    try edit(command) { edit throws(SettingsFault) in
      (try edit.removingKeys(of: command), { old, new in new.isEqualExceptKeys(to: old) })
    }
  }

  /// The changed text, and whether the settings in it are those before with only this change.
  private typealias Change = (after: [UInt8], isExpected: (_ old: UserSettings, _ new: UserSettings) -> Bool)

  /// Changes the text of the file, if that changes nothing else.
  /// - Parameter name: the changed setting or command, for messages.
  private func edit(
    _ name: String, _ change: (SettingsEdit) throws(SettingsFault) -> Change
  ) throws(SettingsChangeError) {
    do throws(SettingsFault) {
      let path = try resolvedPath()
      let folder = Self.folder(of: path)
      try Self.mappingFileErrors { () throws(FileError) in try folder.make() }
      try folder.withOwnLock(orFail: SettingsFault.init) { () throws(SettingsFault) in
        Self.removeTemporaryFiles(of: path)
        try edit(name, in: path, change)
      }
    } catch {
      throw SettingsChangeError(error.position == nil ? error.message : "\(path): \(error)")
    }
  }

  /// Call it with the lock of the folder held.
  private func edit(
    _ name: String, in path: String, _ change: (SettingsEdit) throws(SettingsFault) -> Change
  ) throws(SettingsFault) {
    let before = try bytes(of: path)
    let (after, isExpected) = try change(try SettingsEdit(before))
    let reader = SettingsReader(commands: commands, customThemes: themes.names)
    let old = reader.read(before)
    let new = reader.read(after)
    guard isExpected(old.settings, new.settings), new.faults.count <= old.faults.count else {
      let added = new.faults.first { fault in !old.faults.contains { $0.message == fault.message } }
      throw SettingsFault(
        at: nil, added?.message ?? "\(path): “\(name)” can only be changed in an editor")
    }
    guard try bytes(of: path) == before else {
      throw SettingsFault(at: nil, "\(path) was just changed by another program; try again")
    }
    try replace(path, with: after)
  }

  /// The path without symbolic links.
  private func resolvedPath() throws(SettingsFault) -> String {
    if let resolved = realpath(path, nil) {
      defer { free(resolved) }
      return String(cString: resolved)
    }
    var info = stat()
    guard lstat(path, &info) == 0, info.st_mode & S_IFMT == S_IFLNK else { return path }
    throw SettingsFault(at: nil, "\(path) is a link to a missing file")
  }

  /// Replaces the file, or writes into it if it has several names (hard links), which would be separated.
  private func replace(_ path: String, with bytes: [UInt8]) throws(SettingsFault) {
    var info = stat()
    let exists = stat(path, &info) == 0
    // The owner of a directory can replace files in it that are read-only.
    guard !exists || info.st_mode & 0o222 != 0 && access(path, W_OK) == 0 else {
      throw SettingsFault(at: nil, "\(path) is read-only; to change settings here, run chmod u+w on it")
    }
    try Self.mappingFileErrors { () throws(FileError) in
      guard !exists || info.st_nlink == 1 else {
        do throws(SystemError) {
          // A full disk leaves the file as long as it was, since its blocks are reused.
          let file = try OpenFile(path, O_WRONLY)
          try file.writeAll(bytes)
          try file.truncate(to: bytes.count)
          return try file.synchronize()
        } catch {
          throw FileError(path, error)
        }
      }
      // The folder is the user's own: no other file there may have this name.
      try Self.folder(of: path).replace(
        Self.name(of: path), with: bytes, permissions: exists ? info.st_mode & 0o777 : 0o600,
        temporaryName: "\(Self.temporaryPrefix(of: path))\(getpid())")
    }
  }

  /// Removes files that were being written when a Tern was killed.
  public func removeTemporaryFiles() {
    guard let path = try? resolvedPath(), Self.hasTemporaryFiles(path) else { return }
    try? Self.folder(of: path).withOwnLock(orFail: SettingsFault.init) { () throws(SettingsFault) in
      Self.removeTemporaryFiles(of: path)
    }
  }

  private static func hasTemporaryFiles(_ path: String) -> Bool {
    DirectoryListing.names(in: folder(of: path).path).contains { isTemporary($0, of: path) }
  }

  /// Call it with the lock of the folder held: no other Tern is writing.
  private static func removeTemporaryFiles(of path: String) {
    let folder = folder(of: path)
    for name in DirectoryListing.names(in: folder.path) where isTemporary(name, of: path) {
      unlink(folder.path(of: name))
    }
  }

  /// Whether it is the prefix and the ID of a process.
  private static func isTemporary(_ name: String, of path: String) -> Bool {
    let prefix = temporaryPrefix(of: path)
    return name.hasPrefix(prefix) && Int32(name.dropFirst(prefix.count)) != nil
  }

  private static func temporaryPrefix(of path: String) -> String { ".\(name(of: path)).tern-" }

  private static func name(of path: String) -> String {
    String(path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...])
  }

  private static func folder(of path: String) -> AppDirectory {
    AppDirectory(path: path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ".")
  }

  private static func mappingFileErrors(_ work: () throws(FileError) -> Void) throws(SettingsFault) {
    do throws(FileError) {
      try work()
    } catch {
      throw SettingsFault(error)
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
}

extension SettingsFault {
  fileprivate init(_ error: FileError) {
    self.init(at: nil, "\(error.path): \(error.cause.reason)")
  }
}

extension Setting {
  fileprivate func listed(_ settings: UserSettings) -> ListedSetting {
    ListedSetting(
      name: name, explanation: explanation.joined(separator: " "), value: typed(settings),
      defaultValue: typed(.standard), allowedValues: allowedValues, choices: choiceWords)
  }

  /// The value as it is written in the file.
  /// - Parameter typed: the value as the user types it, without quotation marks.
  fileprivate func literal(ofTyped typed: String) throws(SettingsFault) -> (literal: String, value: TOMLDocument.Value)
  {
    let literal = unchecked(literalOf: typed)
    let value: TOMLDocument.Value
    do throws(SettingsFault) {
      value = try TOMLDocument(Array("value = \(literal)\n".utf8)).entries.first?.value ?? .text(typed)
    } catch {
      // The position is one in this line.
      throw SettingsFault(at: nil, error.message)
    }
    var settings = UserSettings.standard
    guard apply(value, to: &settings) else { throw SettingsFault(at: nil, fault(of: value)) }
    return (literal, value)
  }
}

extension UserSettings {
  fileprivate func isEqualExceptKeys(to other: UserSettings) -> Bool {
    var changed = self
    changed.keymap = other.keymap
    return changed == other
  }
}
