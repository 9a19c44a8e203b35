/// What must always be true, and was not.
struct WalkFailure: Error, Hashable {
  enum Rule: String {
    case saysWhatItIs = "something is on the screen and says what it is"
    case oneContent = "exactly one of list, empty view and loading stands"
    case keysDoSomething = "the bottom line offers only keys that do something"
    case keysAgree = "bottom line, help and keys say the same"
    case pasteIsText = "what is pasted is text, and what has no use does nothing"
    case staysInside = "nothing is drawn outside, and curses draws the same"
    case isDrawn = "what has changed is drawn"
    case comesToRest = "all work comes to rest"
    case nothingOutlives = "no task and no screen outlives its time"
    case quitsOnce = "the program quits once"
    case losesNothing = "what was written is at the server, on its way, or a draft"
    case listsReplies = "a reply that was sent is in the threads that are open"
    case remembers = "what is remembered stays whole"
  }

  let rule: Rule
  let what: String
}

extension WalkFailure: CustomStringConvertible {
  var description: String { "\(rule.rawValue): \(what)" }
}
