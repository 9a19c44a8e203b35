import TerminalKit

/// What can be done with the pictures of a post.
public enum PictureCommands {
  public static let next = Command("next-picture", "next picture", keys: ["n", "l", "Right"], in: .move)
  public static let previous = Command("previous-picture", "previous picture", keys: ["p", "h", "Left"], in: .move)
  public static let fetch = Command("fetch-picture", "fetch the picture", keys: ["Enter"], in: .open)
  public static let openElsewhere = Command(
    "open-picture-elsewhere", "open it in your own program", keys: ["o"], in: .open)

  /// Of films, sounds and pictures that move.
  public static let play = Command("play-media", "play it in your own program", keys: ["o", "Enter"], in: .open)

  public static let all = [next, previous, fetch, openElsewhere, play]
}
