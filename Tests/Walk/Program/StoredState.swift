import Foundation
import Session

@testable import Domain

/// The session file, and checks that it stays consistent.
final class StoredState {
  let session: SessionMemory
  private let folder: String
  private let file: FileSessionStorage
  private var lastBytes: Data?
  private var positions: Set<String> = []

  init() {
    // In memory if possible: a walk saves very often.
    let memory = "/dev/shm"
    let parent =
      FileManager.default.isWritableFile(atPath: memory) ? memory : FileManager.default.temporaryDirectory.path
    folder = parent + "/tern-walk-" + UUID().uuidString
    file = FileSessionStorage(directory: folder)
    session = SessionMemory(file)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// The settings file, which is missing until a setting is changed.
  var settingsPath: String { folder + "/config.toml" }

  /// The problem with the current file, or nil.
  func problem() -> String? {
    guard let bytes = FileManager.default.contents(atPath: folder + "/session.json") else {
      return lastBytes == nil ? nil : "session.json is gone"
    }
    guard bytes != lastBytes else { return nil }
    lastBytes = bytes
    return problem(in: bytes, session: file.load())
  }

  /// The problem with a session stored in these bytes, given all earlier ones; nil if there is none.
  func problem(in bytes: Data, session: SessionState) -> String? {
    guard (try? JSONSerialization.jsonObject(with: bytes)) != nil else { return "session.json is not JSON" }
    // The position of a search tab is removed with the search.
    let found = session.accounts.mapValues { $0.filter { $0.query == nil } }.flatMap { account, memory in
      memory.positions.keys.map { "position in \(account.storageKey) \($0.storageKey)" }
        + memory.marks.keys.map { "mark of \(account.storageKey) \($0.storageKey)" }
    }
    let lost = positions.subtracting(found)
    positions.formUnion(found)
    return lost.isEmpty ? nil : "the \(lost.sorted().joined(separator: ", the ")) is lost"
  }
}
