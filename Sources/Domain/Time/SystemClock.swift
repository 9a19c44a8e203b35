#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The time of day.
public struct SystemClock: WallClock {
  public init() {}

  public var now: Date { Date() }

  public func sleep(seconds: Double) async throws(CancellationError) {
    do {
      try await Task.sleep(for: .seconds(seconds))
    } catch {
      throw CancellationError()
    }
  }
}
