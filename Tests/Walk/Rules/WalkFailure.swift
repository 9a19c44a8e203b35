/// A violated rule.
struct WalkFailure: Error, Hashable {
  enum Rule: String {
    case hasHeading = "the screen has content and a heading"
    case oneContent = "exactly one of list, empty view and loading indicator is shown"
    case keysHaveEffect = "every key hint has an effect"
    case keysAgree = "bottom line, help and bindings agree"
    case pasteIsText = "pastes are text, and unused input has no effect"
    case staysInside = "drawing stays inside the canvas, and curses shows the same"
    case isDrawn = "every change is drawn"
    case settles = "all work settles"
    case nothingLeaks = "no task or screen leaks"
    case quitsOnce = "the program quits once"
    case losesNothing = "every text is at the server, in the outbox, or a draft"
    case listsReplies = "published replies are in open threads"
    case savesState = "the saved state stays consistent"
  }

  let rule: Rule
  let details: String
}

extension WalkFailure: CustomStringConvertible {
  var description: String { "\(rule.rawValue): \(details)" }
}
