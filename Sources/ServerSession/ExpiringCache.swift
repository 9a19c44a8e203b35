import Domain
import FoundationEssentials
import Runtime
import Synchronization

/// Answers of a server that hold for five minutes. Each question is asked once at a time, however many wait for it.
final class ExpiringCache<Key: Hashable & Sendable, Answer: Sendable>: Sendable {
  private struct Kept {
    let answer: Answer
    let at: Date
  }

  /// In seconds.
  private let maxAge = 300.0
  private let maxCount = 200
  private let clock: any WallClock
  private let questions = RequestCoalescer<Key, Answer>()
  private let kept = Mutex<[Key: Kept]>([:])

  init(clock: any WallClock) {
    self.clock = clock
  }

  /// - Throws: what `ask` throws; what is kept stays kept then.
  func answer(
    to key: Key, _ freshness: Freshness, _ ask: @escaping @Sendable () async throws(TimelineError) -> Answer
  ) async throws(TimelineError) -> Answer {
    if freshness == .cached, let recent = recent(key) { return recent }
    let answer = try await questions.answer(to: key, ask)
    keep(answer, for: key)
    return answer
  }

  /// Has an answer hold for another key as well.
  func keep(_ answer: Answer, for key: Key) {
    let new = Kept(answer: answer, at: clock.now)
    kept.withLock { kept in
      if kept.count >= maxCount { kept = [:] }
      kept[key] = new
    }
  }

  /// Changes all that are kept.
  func change(_ change: (Answer) -> Answer) {
    kept.withLock { kept in kept = kept.mapValues { Kept(answer: change($0.answer), at: $0.at) } }
  }

  private func recent(_ key: Key) -> Answer? {
    guard let known = kept.withLock({ $0[key] }) else { return nil }
    return abs(clock.now.timeIntervalSince(known.at)) < maxAge ? known.answer : nil
  }
}
