import Domain

/// A step in the behaviour of a demo account's server.
struct DemoStep: Hashable, Sendable {
  /// The seconds that each request takes.
  var latency = 0.0
  /// The failure of each request; nil if requests succeed.
  var failure: DemoFailure?
  /// The number of requests; nil if the step lasts as long as its failure, or forever.
  var times: Int?
  /// The host in error messages.
  var host = defaultHost

  static let defaultHost = "timeline.example"
}

extension DemoStep: Decodable {
  private enum CodingKeys: String, CodingKey {
    case latency, failure, times
  }

  private struct Host: Decodable {
    var host: String?
  }

  /// - Throws: `DecodingError` if a value is out of range.
  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    latency = container.contains(.latency) ? try container.seconds(forKey: .latency) : 0
    failure = try container.decodeIfPresent(DemoFailure.self, forKey: .failure)
    host = try container.decodeIfPresent(Host.self, forKey: .failure)?.host?.escapingControls ?? host
    times = try container.decodeIfPresent(Int.self, forKey: .times)
    guard times ?? 1 >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .times, in: container, debugDescription: "a number of requests, at least 1")
    }
  }
}
