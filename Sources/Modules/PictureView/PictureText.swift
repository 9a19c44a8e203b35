import Domain
import TerminalKit

/// What the screen says of a picture: pure functions.
enum PictureText {
  /// “Film”, for the middle of a sentence in lower case.
  static func kind(_ kind: Media.Kind) -> String {
    switch kind {
    case .image: "picture"
    case .video: "film"
    case .gif: "animation"
    case .audio: "sound"
    case .link, .other: "attachment"
    }
  }

  static func description(_ media: Media) -> String {
    guard let words = media.description, !words.isEmpty else { return "This \(kind(media.kind)) has no description." }
    return words
  }

  /// What cannot be drawn, by its kind.
  static func elsewhere(_ media: Media, _ keymap: Keymap) -> String {
    let sentence = "This is \(media.kind == .gif ? "an" : "a") \(kind(media.kind)), which Tern does not show."
    guard media.url != nil else { return sentence }
    return sentence + after(keymap.sentence(PictureCommands.openElsewhere, "opens it in your own program."))
  }

  /// - Parameter host: who would be asked for it; nil where nobody is.
  static func notKept(host: String?, _ origin: Account.Origin, _ keymap: Keymap) -> String {
    guard let host else {
      let why =
        switch origin {
        case .demo: "The demo does not have all of its pictures."
        case .imported: "tern import --media keeps those that are in the archive."
        case .files: "A file of posts has none."
        case .server: "Nobody is asked for it."
        }
      return "This picture is not kept on this machine. \(why)"
    }
    return "This picture is at \(host), and not kept on this machine."
      + after(keymap.sentence(PictureCommands.fetch, "fetches it."))
  }

  private static func after(_ sentence: String) -> String { sentence.isEmpty ? "" : " " + sentence }
}
