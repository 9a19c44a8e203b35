import Dispatch
import Settings

/// Reads the file of settings again whenever it changes, and tells of what it says then.
@MainActor
final class SettingsWatch {
  /// Editors write a file anew in several steps: it is read when these are done.
  private static let delay = DispatchTimeInterval.milliseconds(50)

  private let file: SettingsFile
  private let changed: @MainActor (SettingsReading) -> Void
  private var last: SettingsReading
  private var changes: FileChanges?
  private var isReadingSoon = false

  /// - Parameters:
  ///   - last: what the file said when it was read.
  ///   - changed: called with what it says now, where that is something else.
  init(_ file: SettingsFile, last: SettingsReading, changed: @escaping @MainActor (SettingsReading) -> Void) {
    self.file = file
    self.last = last
    self.changed = changed
    changes = FileChanges(of: file.path) { [weak self] in self?.readSoon() }
  }

  private func readSoon() {
    guard !isReadingSoon else { return }
    isReadingSoon = true
    DispatchQueue.main.asyncAfter(deadline: .now() + Self.delay) { [weak self] in
      MainActor.assumeIsolated { self?.read() }
    }
  }

  private func read() {
    isReadingSoon = false
    let reading = file.read(holding: last.settings)
    guard reading != last else { return }
    last = reading
    changed(reading)
  }
}
