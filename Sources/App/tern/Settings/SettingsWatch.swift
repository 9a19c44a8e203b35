import Dispatch
import Settings

/// Reads the settings file again when it or a theme next to it changes, and reports changed results.
@MainActor
final class SettingsWatch {
  /// Editors replace a file in several steps. Reading waits until they are done.
  private static let delay = DispatchTimeInterval.milliseconds(50)
  private nonisolated static let queue = DispatchQueue(label: "tern.settings")

  private let file: SettingsFile
  private let changed: @MainActor (SettingsParseResult) -> Void
  private var last: SettingsParseResult
  private var changes: FileChanges?
  private var state = State.idle

  private enum State {
    case idle
    /// A read is pending or running.
    case reading
    /// The file has changed since that read started.
    case readingAgain
  }

  /// - Parameters:
  ///   - last: the result of the last read.
  ///   - changed: called with each result that differs from the one before.
  init(_ file: SettingsFile, last: SettingsParseResult, changed: @escaping @MainActor (SettingsParseResult) -> Void) {
    self.file = file
    self.last = last
    self.changed = changed
    let themes = file.themes.path + "/" + FileChanges.anyName
    changes = FileChanges(of: [file.path, themes]) { [weak self] in self?.scheduleRead() }
  }

  private func scheduleRead() {
    guard state == .idle else {
      state = .readingAgain
      return
    }
    state = .reading
    // Read on another queue: the disk may be slow.
    Self.queue.asyncAfter(deadline: .now() + Self.delay) { @Sendable [weak self, file, current = last.settings] in
      let result = file.read(fallback: current)
      DispatchQueue.main.async { MainActor.assumeIsolated { self?.accept(result) } }
    }
  }

  private func accept(_ result: SettingsParseResult) {
    let hasChangedSince = state == .readingAgain
    state = .idle
    if result != last {
      last = result
      changed(result)
    }
    if hasChangedSince { scheduleRead() }
  }
}
