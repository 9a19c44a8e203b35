import Domain
import PostCell
import TerminalKit

/// What the screen says of a picture: pure functions.
enum PictureText {
  /// The word for a kind of media in the middle of a sentence: “film”.
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

  /// What cannot be drawn, by its kind, and where it is.
  /// - Parameter player: the person's own program; nil where they have set none.
  static func elsewhere(
    _ media: Media, _ place: Result<MediaLocation, MediaFailure>, player: String?, _ origin: Account.Origin,
    _ keymap: Keymap
  ) -> String {
    let kind = kind(media.kind)
    let words: String
    switch place {
    case .success(.kept):
      let program = player ?? "your own program"
      words = "It is kept on this machine." + after(keymap.sentence(PictureCommands.play, "plays it in \(program)."))
    case .success(.web(let address)):
      let key = keymap.sentence(
        PictureCommands.play, player.map { "plays it from there in \($0)." } ?? "opens it in your browser.")
      words = "It is at \(address.host), and not kept on this machine." + after(key)
    case .failure(.noAddress):
      let why = origin.isImported ? " tern import --media keeps those that are in the archive." : ""
      words = "It is not kept on this machine, and has no address at which it could be opened.\(why)"
    case .failure(.notAsked(let host)):
      words = "It is at \(host), and not kept on this machine; with --offline nobody is asked."
    case .failure(let failure): words = sentence(of: failure)
    }
    return "This is \(media.kind == .gif ? "an" : "a") \(kind), which Tern does not show. \(words)"
  }

  /// What is said while a film or a sound is handed on.
  @MainActor
  static func opening(_ media: Media, _ place: MediaLocation, player: String?) -> String {
    switch place {
    case .kept:
      "\(media.kind == .image ? "Opening" : "Playing") the \(kind(media.kind)) in \(player ?? "your own program")"
    case .web(let address): "Opening \(LinkLabel.inNotice(address.text))" + (player.map { " in \($0)" } ?? "")
    }
  }

  /// Why it does not play.
  static func sentence(of failure: MediaFailure) -> String {
    let remedy = "“player” in the settings names another."
    return switch failure {
    case .noAddress: "It is not kept on this machine, and has no address at which it could be opened."
    case .notAsked(let host): "It is at \(host), and with --offline nobody is asked."
    case .notOpened(let error): error.sentence
    case .notStarted(let program, let reason):
      "\(shown(program)) cannot be started: \(reason)".asSentence + " \(remedy)"
    case .ended(let program, let status): "\(shown(program)) ended at once, with status \(status). \(remedy)"
    case .killed(let program, let signal): "\(shown(program)) was ended at once by signal \(signal). \(remedy)"
    }
  }

  /// A program as the person has named it, in a sentence.
  static func shown(_ program: String) -> String {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    return TextLayout.truncate(TextLayout.sanitized(name), to: 30)
  }

  /// What the bottom line says of a picture in motion.
  static func moves(_ keymap: Keymap) -> String {
    ["moves", keymap.sentence(PictureCommands.play, "plays it")].filter { !$0.isEmpty }.joined(separator: "; ")
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

extension Account.Origin {
  fileprivate var isImported: Bool {
    if case .imported = self { true } else { false }
  }
}
