/// An event or fault at a simulated server.
public enum ServerMoment: String, CaseIterable, Sendable {
  /// Events: another account writes, edits or deletes a post or replies to the user; many posts together; all streams
  /// break.
  case writes, edits, deletes, answers, busy, breaks
  /// The user reads on another device, up to a post behind the newest.
  case reads
  /// The server changes how it works until the same moment comes again: entries above another one are the newest, and
  /// posts arrive without events; only the streams, lists and hashtags refuse the session; a timeline of several
  /// hashtags has only the first.
  case downward, sealed, untagged
  /// Faults of the next request: it does not reach the server…
  case unknown, refused, unrouted, proxied, unconnected, untrusted, elsewhere
  /// …it reaches the server, but the response is lost or invalid…
  case cut, late, endless, huge, empty, other, page
  /// …or the server refuses it, or limits the rate.
  case unauthorized, forbidden, suspended, absent, gone, teapot, unprocessable
  case limitedFor, limitedUntil, limitedEpoch, limited, broken, unavailable, maintained
  /// A valid response after a delay.
  case slow

  /// The faults of requests.
  public static let faults = allCases.filter(\.isFault)
  public static let events = allCases.filter { !$0.isFault }

  public var isFault: Bool {
    switch self {
    case .writes, .edits, .deletes, .answers, .busy, .breaks, .reads, .downward, .sealed, .untagged: false
    default: true
    }
  }

  /// Whether the request takes effect although its response is lost.
  var takesEffect: Bool {
    switch self {
    case .cut, .late, .endless, .huge, .empty, .other, .slow: true
    default: false
    }
  }
}
