/// A timeline and the parameters of requests for it, independent of the position. Requests are shared, and responses
/// cached, by this value.
public struct TimelineQuery: Hashable, Sendable {
  public var timeline: TimelineID
  public var parameters: TimelineParameters

  public init(_ timeline: TimelineID, _ parameters: TimelineParameters = TimelineParameters()) {
    (self.timeline, self.parameters) = (timeline, parameters)
  }

  public static let home = TimelineQuery(.home)
  public static let notifications = TimelineQuery(.notifications)
  public static let conversations = TimelineQuery(.conversations)

  /// The stored form: `home`, `only-media/local`.
  public var storageKey: String { (parameters.onlyMedia ? "only-media/" : "") + timeline.storageKey }
}

/// The entries that a server is asked to leave out of a timeline.
public struct TimelineParameters: Hashable, Sendable {
  /// Whether posts without media are left out.
  public var onlyMedia = false

  public init() {}

  /// Whether nothing is left out.
  public var isEmpty: Bool { self == TimelineParameters() }
}

extension TimelineOptions {
  /// The hidden kinds that a server can leave out of a timeline. Entries of the other kinds are hidden after loading.
  public func parameters(of timeline: TimelineID) -> TimelineParameters {
    var parameters = TimelineParameters()
    switch timeline {
    // Mastodon's documentation, methods/timelines, `only_media`.
    case .local, .federated, .tag: parameters.onlyMedia = hidden.contains(.withoutMedia)
    default: break
    }
    return parameters
  }
}
