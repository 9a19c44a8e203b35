import Dispatch
import Domain
import FolderSupport
import Foundation
import TestSupport
import Testing

@testable import LocalFiles

/// A file and a pipe that take each other's place, again and again, while somebody opens what is there.
struct PipeExchangeTests {
  @Test func `what is a pipe once it is open is not read`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "posts.jsonl")
    try folder.write(#"{"id": "1", "text": "a"}"#, to: "posts.jsonl")
    try folder.write(#"{"id": "1", "text": "a"}"#, to: "file")
    let pipe = folder.path(of: "pipe")
    #expect(mkfifo(pipe, 0o600) == 0)
    let end = DispatchSemaphore(value: 0)
    let exchange = { @Sendable [file = folder.path(of: "file"), next = folder.path(of: "next")] (isPipe: Bool) in
      link(isPipe ? pipe : file, next) == 0 && rename(next, path) == 0
    }
    Thread.detachNewThread {
      // Until there is no pipe any more.
      while exchange(true), exchange(false) {}
      end.signal()
    }
    var errors: Set<TimelineError> = []
    var opened = 0
    // Among other tests the thread may come to run late.
    while opened < 1_000 || errors.isEmpty && opened < 300_000 {
      opened += 1
      do throws(TimelineError) {
        _ = try TimelineFile(paths: [path], now: .noon).read()
      } catch {
        errors.insert(error)
      }
    }
    unlink(pipe)
    end.wait()
    #expect(errors == [.fileUnreadable(path: path, reason: "Is a pipe, not a file")])
  }
}
