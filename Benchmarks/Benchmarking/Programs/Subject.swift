/// A program with its timeline, and how to work it.
public struct Subject: Sendable {
  /// A key that has to be pressed on the way to the timeline, as soon as a text is there.
  struct Step: Sendable {
    let text: String
    let keys: String
  }

  /// What the first screen is known by.
  enum FirstScreen: Sendable {
    /// The last of the posts that it holds. A run that does not count finds out which one that is.
    case lastPost
    /// A text, and how many posts there are to move over. Below none, no key is measured.
    case text(String, posts: Int)
  }

  let name: String
  /// How many posts, in the words of the table.
  let length: String
  let posts: Int
  let command: [String]
  var environment: [String: String] = [:]
  var opening: [Step] = []
  var firstScreen = FirstScreen.lastPost
  var keys = Keys()
  /// Of the terminal in which keys are pressed.
  var size = TerminalSize.large
  /// How long a silence ends an answer.
  var quiet = Duration.milliseconds(15)
  /// How many times it is started, and how many times `j` is pressed, at the most.
  var rounds = 15
  var presses = 500

  /// What to press for the next post, the next page, the last post and the first.
  struct Keys: Sendable {
    var next = "j"
    var page = "\u{6}"
    var last = "G"
    var first = "g"
  }
}
