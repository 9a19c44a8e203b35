import Dispatch
import Domain
import FolderSupport
import Foundation
import TestSupport
import Testing

@testable import LocalFiles

/// A file and a pipe that replace each other repeatedly while the path is opened.
struct PipeExchangeTests {
  @Test func `A file replaced by a pipe at opening is not read`() throws {
    let folder = TemporaryFolder()
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
      // Until no pipe is left.
      while exchange(true), exchange(false) {}
      end.signal()
    }
    var errors: Set<TimelineError> = []
    var opened = 0
    // Other tests may delay the thread.
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
