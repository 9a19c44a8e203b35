import Dispatch
import Settings

/// Reads the file of settings again whenever it changes, or a theme beside it, and tells of what they say then.
@MainActor
final class SettingsWatch {
  /// Editors write a file anew in several steps: it is read when these are done.
  private static let delay = DispatchTimeInterval.milliseconds(50)
  private nonisolated static let queue = DispatchQueue(label: "tern.settings")

  private let file: SettingsFile
  private let changed: @MainActor (SettingsParseResult) -> Void
  private var last: SettingsParseResult
  private var changes: FileChanges?
  private var state = State.resting

  private enum State {
    case resting
    /// It is read, or will be in a moment.
    case reading
    /// It has changed since.
    case readingAgain
  }

  /// - Parameters:
  ///   - last: what the file said when it was read.
  ///   - changed: called with what it says now, where that is something else.
  init(_ file: SettingsFile, last: SettingsParseResult, changed: @escaping @MainActor (SettingsParseResult) -> Void) {
    self.file = file
    self.last = last
    self.changed = changed
    let themes = file.themes.path + "/" + FileChanges.anyName
    changes = FileChanges(of: [file.path, themes]) { [weak self] in self?.readSoon() }
  }

  private func readSoon() {
    guard state == .resting else {
      state = .readingAgain
      return
    }
    state = .reading
    // A disk may be slow, and keys do not wait for it.
    Self.queue.asyncAfter(deadline: .now() + Self.delay) { @Sendable [weak self, file, held = last.settings] in
      let reading = file.read(holding: held)
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.accept(reading) } }
    }
  }

  private func accept(_ reading: SettingsParseResult) {
    let hasChangedSince = state == .readingAgain
    state = .resting
    if reading != last {
      last = reading
      changed(reading)
    }
    if hasChangedSince { readSoon() }
  }
}
