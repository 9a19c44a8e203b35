/// What happens at the server of a walk.
enum ServerMoment: String, CaseIterable, Sendable {
  /// Somebody writes, changes or deletes a post, or answers the reader; much happens at once; all streams break.
  case writes, edits, deletes, answers, busy, breaks
  /// What befalls the next question: it does not get there…
  case unknown, refused, unrouted, proxied, unconnected, untrusted, elsewhere
  /// …it gets there, and the answer does not come back, or is none…
  case cut, late, endless, huge, empty, other, page
  /// …or the server says no, or wants patience.
  case unauthorized, forbidden, suspended, absent, gone, teapot, unprocessable
  case limitedFor, limitedUntil, limitedEpoch, limited, broken, unavailable, maintained
  /// A good answer, after a while.
  case slow

  /// What befalls questions, and nobody else.
  static let faults = allCases.filter(\.isFault)
  static let news = allCases.filter { !$0.isFault }

  var isFault: Bool {
    switch self {
    case .writes, .edits, .deletes, .answers, .busy, .breaks: false
    default: true
    }
  }

  /// Whether the server does what it was asked for, though who asks does not hear of it.
  var isHeard: Bool {
    switch self {
    case .cut, .late, .endless, .huge, .empty, .other, .slow: true
    default: false
    }
  }
}
