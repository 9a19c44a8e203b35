import Glibc

/// Wake-ups per minute of idle programs, all measured at the same time.
enum IdleMeasure {
  /// - Parameters:
  ///   - rest: The idle time before counting starts, in seconds.
  ///   - seconds: How long to count.
  static func run(_ subjects: [Subject], after rest: Int = 10, seconds: Int, workshop: Workshop) -> [Double?] {
    let sessions = subjects.map { subject -> Session? in
      guard let session = try? Session(subject, size: subject.size, workshop: workshop) else { return nil }
      return (try? session.waitForTimeline()).map { session }
    }
    wait(seconds: rest, sessions)
    let before = sessions.map { $0?.sleeps }
    wait(seconds: seconds, sessions)
    return zip(sessions, before).map { session, before in
      guard let before, let after = session?.sleeps else { return nil }
      return Double(after - before) * 60 / Double(seconds)
    }
  }

  /// Waits and reads all output, so that no program blocks.
  private static func wait(seconds: Int, _ sessions: [Session?]) {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
      for session in sessions { try? session?.settle(.milliseconds(1), timeout: .milliseconds(20)) }
      usleep(100_000)
    }
  }
}
