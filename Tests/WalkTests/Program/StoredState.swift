import Foundation
import Session

@testable import Domain

/// What is remembered on the disk from one start to the next, and whether it may be as it is.
final class StoredState {
  let session: SessionMemory
  private let folder: String
  private let file: FileSessionStorage
  private var lastBytes: Data?
  private var places: Set<String> = []

  init() {
    // In memory where there is such a folder: a walk remembers very often.
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

  /// What is wrong with the file as it is now.
  func problem() -> String? {
    guard let bytes = FileManager.default.contents(atPath: folder + "/session.json") else {
      return lastBytes == nil ? nil : "session.json is gone"
    }
    guard bytes != lastBytes else { return nil }
    lastBytes = bytes
    return problem(in: bytes, session: file.load())
  }

  /// What is wrong with a session that is stored in these bytes, after all that came before.
  func problem(in bytes: Data, session: SessionState) -> String? {
    guard (try? JSONSerialization.jsonObject(with: bytes)) != nil else { return "session.json is no JSON" }
    // Where a search stands that is a tab goes with that search.
    let found = session.accounts.mapValues { $0.filter { $0.query == nil } }.flatMap { account, memory in
      memory.places.keys.map { "place in \(account.storageKey) \($0.storageKey)" }
        + memory.marks.keys.map { "mark of \(account.storageKey) \($0.storageKey)" }
    }
    let lost = places.subtracting(found)
    places.formUnion(found)
    return lost.isEmpty ? nil : "the \(lost.sorted().joined(separator: ", the ")) is lost"
  }
}
