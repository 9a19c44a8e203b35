/// A program with a timeline, and the keys to use it.
public struct Subject: Sendable {
  /// A key to press before the timeline is shown, once a text appears.
  struct Step: Sendable {
    let text: String
    let keys: String
  }

  /// How to recognise the first screen.
  enum FirstScreen: Sendable {
    /// By its last post, which a warm-up run finds.
    case lastPost
    /// By a text, with the number of posts to move over. No keys are measured if it is 0.
    case text(String, posts: Int)
  }

  let name: String
  /// The number of posts as text for the table.
  let length: String
  let posts: Int
  let command: [String]
  var environment: [String: String] = [:]
  var opening: [Step] = []
  var firstScreen = FirstScreen.lastPost
  var keys = Keys()
  /// The terminal size for measuring keys.
  var size = TerminalSize.large
  /// The number of pictures that the first screen must show before keys are measured.
  var pictures = 0
  /// The pause that ends a response.
  var quiet = Duration.milliseconds(15)
  /// The maximum number of starts and of presses of `j`.
  var rounds = 15
  var presses = 500

  /// The keys for the next post, the next page, the last post and the first.
  struct Keys: Sendable {
    var next = "j"
    var page = "\u{6}"
    var last = "G"
    var first = "g"
  }
}
