import Domain

/// How a demo account answers for a while.
struct DemoStep: Hashable, Sendable {
  /// Seconds that each request takes.
  var latency = 0.0
  /// What each request comes to after that.
  var failure: DemoFailure?
  /// How many requests it lasts; nil where it lasts for good, or as long as its failure does.
  var times: Int?
  /// Who fails.
  var host = "timeline.example"
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
    latency = try container.decodeIfPresent(Double.self, forKey: .latency) ?? 0
    failure = try container.decodeIfPresent(DemoFailure.self, forKey: .failure)
    host = try container.decodeIfPresent(Host.self, forKey: .failure)?.host?.escapingControls ?? host
    times = try container.decodeIfPresent(Int.self, forKey: .times)
    // No clock can sleep for just any number.
    guard 0...86_400 ~= latency else {
      throw DecodingError.dataCorruptedError(
        forKey: .latency, in: container, debugDescription: "a number of seconds, a day at most")
    }
    guard times ?? 1 >= 1 else {
      throw DecodingError.dataCorruptedError(
        forKey: .times, in: container, debugDescription: "a number of requests, at least 1")
    }
  }
}
