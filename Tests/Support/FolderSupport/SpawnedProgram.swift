import Glibc

/// A child process that can be awaited without suspension. Foundation's `Process` also waits for other processes that
/// have inherited its socket.
public struct SpawnedProgram: Sendable {
  public let processID: pid_t

  /// - Parameter path: the path of the program. It gets an empty environment.
  public init(_ path: String, _ arguments: [String]) throws {
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var processID: pid_t = 0
    let failure = posix_spawn(&processID, path, nil, nil, &words, &environment)
    guard failure == 0 else { throw Failure(errno: failure) }
    self.processID = processID
  }

  public struct Failure: Error {
    public let errno: Int32
  }

  /// Waits until the program has ended.
  /// - Returns: the status of `waitpid`; 0 is success.
  public func wait() -> Int32 {
    var status: Int32 = -1
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
