import FolderSupport
import Foundation
import Testing

@testable import SystemFiles

@Suite struct AppDirectoryTests {
  private struct Failure: Error, Equatable {
    let code: Int32
  }

  @Test func `Without a lock of the folder the body runs only if the file system has none`() throws {
    for code in [ENOLCK, EOPNOTSUPP, EBADF] { #expect(AppDirectory.isUnsupportedLock(SystemError(code: code))) }
    for code in [EWOULDBLOCK, EACCES, EIO, EMFILE] {
      #expect(!AppDirectory.isUnsupportedLock(SystemError(code: code)))
    }
    let missing = AppDirectory(path: TemporaryFolder().path + "/missing")
    #expect(throws: Failure(code: ENOENT)) {
      try missing.withOwnLock(orFail: { Failure(code: $0.cause.code) }) { () throws(Failure) in
        Issue.record("The body runs without a lock.")
      }
    }
  }
}
