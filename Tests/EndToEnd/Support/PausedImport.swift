import Foundation
import ProgramSupport
import StoreSupport

/// An import that has stored some posts and waits for more until it is released.
final class PausedImport {
  static let posts = 4_000
  let tern: RunningTern
  private var writer: Int32

  init(in folder: TemporaryFolder) async throws {
    let pipe = folder.path(of: "pipe")
    guard mkfifo(pipe, 0o600) == 0 else { throw CocoaError(.fileWriteUnknown) }
    writer = open(pipe, O_RDWR | O_CLOEXEC)
    tern = try RunningTern(["import", "-"], input: pipe, in: folder)
    let lines = (0..<Self.posts).map { #"{"id": "\#($0)", "text": "Held back, number\#($0)"}"# + "\n" }.joined()
    var rest = Array(lines.utf8)[...]
    while !rest.isEmpty {
      let written = rest.withUnsafeBytes { write(writer, $0.baseAddress, $0.count) }
      guard written > 0 else { throw CocoaError(.fileWriteUnknown) }
      rest = rest.dropFirst(written)
    }
    let store = folder.path(of: ".local/share/tern")
    _ = try await becomesTrue(polls: 2_000) { StoreCheck.postCount(directory: store) > 0 }
  }

  deinit {
    release()
  }

  /// Ends the input.
  func release() {
    if writer >= 0 { close(writer) }
    writer = -1
  }
}
