import TerminalKit

public enum PictureCommands {
  public static let next = Command("next-picture", "next picture", keys: ["n", "l", "Right"], in: .move)
  public static let previous = Command("previous-picture", "previous picture", keys: ["p", "h", "Left"], in: .move)
  public static let fetch = Command("fetch-picture", "download the picture", keys: ["Enter"], in: .open)
  static let openExternally = Command(
    "open-picture-elsewhere", "open in another program", keys: ["o"], in: .open)

  /// For videos, audio and animations.
  public static let play = Command("play-media", "play in another program", keys: ["o", "Enter"], in: .open)

  public static let all = [next, previous, fetch, openExternally, play]
}
