import Domain

/// How a demo account answers for a while.
struct DemoStep: Hashable, Sendable {
  /// Seconds that each request takes.
  var latency = 0.0
  /// How each request fails after that; nil where it succeeds.
  var failure: DemoFailure?
  /// How many requests it lasts; nil where it lasts for good, or as long as its failure does.
  var times: Int?
  /// The server that a failure names.
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
