import Glibc

/// A program beside the test, for what waits without giving its thread away. Foundation's `Process` waits for more than
/// the program: for whatever other program has inherited the socket between them, too.
public struct SpawnedProgram: Sendable {
  public let processID: pid_t

  /// - Parameter path: of the program, which gets no environment.
  /// - Throws: `Failure`, where it cannot be started.
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

  /// Waits until it has ended.
  /// - Returns: the status as `waitpid` tells it; 0 is success.
  public func wait() -> Int32 {
    var status: Int32 = -1
    while waitpid(processID, &status, 0) < 0, errno == EINTR {}
    return status
  }
}
