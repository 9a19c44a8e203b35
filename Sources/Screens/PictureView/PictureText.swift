import Domain
import PostCell
import TerminalKit

enum PictureText {
  /// The noun for a kind of media: “video”.
  static func kind(_ kind: Media.Kind) -> String {
    switch kind {
    case .image: "picture"
    case .video: "video"
    case .gif: "animation"
    case .audio: "audio file"
    case .link, .other: "attachment"
    }
  }

  static func description(_ media: Media) -> String {
    guard let text = media.description, !text.isEmpty else { return "This \(kind(media.kind)) has no description." }
    return text
  }

  /// The text for media that Tern cannot draw: its kind, its location, and the key that plays it.
  /// - Parameter player: the program from the settings; nil if none is set.
  static func notDrawable(
    _ media: Media, _ location: Result<MediaLocation, MediaFailure>, player: String?, _ origin: Account.Origin,
    _ keymap: Keymap
  ) -> String {
    let kind = kind(media.kind)
    let text: String
    switch location {
    case .success(.stored):
      let program = player ?? "another program"
      text = "It is on this computer." + after(keymap.sentence(PictureCommands.play, "plays it in \(program)."))
    case .success(.web(let address)):
      let key = keymap.sentence(
        PictureCommands.play, player.map { "plays it from there in \($0)." } ?? "opens it in your browser.")
      text = "It is at \(address.host), not on this computer." + after(key)
    case .failure(.noAddress):
      let why = origin.isImported ? " tern import --media imports those in the archive." : ""
      text = "It is not on this computer and has no address to open.\(why)"
    case .failure(.offlineMode(let host)):
      text = "It is at \(host), not on this computer, and --offline is on."
    case .failure(let failure): text = sentence(of: failure)
    }
    return "Tern can’t show this \(kind). \(text)"
  }

  /// The notice when media is opened in another program.
  @MainActor
  static func opening(_ media: Media, _ location: MediaLocation, player: String?) -> String {
    switch location {
    case .stored:
      "\(media.kind == .image ? "Opening" : "Playing") the \(kind(media.kind)) in \(player ?? "another program")"
    case .web(let address): "Opening \(LinkLabel.inNotice(address.text))" + (player.map { " in \($0)" } ?? "")
    }
  }

  /// The notice when media could not be played.
  static func sentence(of failure: MediaFailure) -> String {
    let remedy = "You can set another “player” in the settings."
    return switch failure {
    case .noAddress: "It is not on this computer and has no address to open."
    case .offlineMode(let host): "It is at \(host), and --offline is on."
    case .notOpened(let error): error.sentence
    case .notStarted(let program, let reason):
      "Can’t start \(displayName(program)): \(reason)".asSentence + " \(remedy)"
    case .ended(let program, let status): "\(displayName(program)) exited immediately with status \(status). \(remedy)"
    case .killed(let program, let signal):
      "\(displayName(program)) was killed immediately by signal \(signal). \(remedy)"
    }
  }

  /// The name of a program from the settings, shortened for a sentence.
  static func displayName(_ program: String) -> String {
    let name = program.split(separator: "/").last.map(String.init) ?? program
    return TextLayout.truncate(TextLayout.sanitized(name), to: 30)
  }

  /// The status of an animation.
  static func animated(_ keymap: Keymap) -> String {
    ["animated", keymap.sentence(PictureCommands.play, "plays it")].filter { !$0.isEmpty }.joined(separator: "; ")
  }

  /// An explanation of automatic downloads, and of the setting that turns them on.
  static let automaticDownloads =
    "With fetch-pictures = \"auto\" in the settings, Tern downloads the pictures of the posts on the screen; the servers "
    + "that have them then learn when and from where you read."

  /// - Parameters:
  ///   - host: the server to download it from; nil if it cannot be downloaded.
  ///   - mayFetch: whether the settings allow it.
  static func notDownloaded(host: String?, mayFetch: Bool, _ origin: Account.Origin, _ keymap: Keymap) -> String {
    guard let host else {
      let why =
        switch origin {
        case .demo: "The demo does not include all of its pictures."
        case .imported: "tern import --media imports those in the archive."
        case .files: "Files of posts have no pictures."
        case .server: "It can’t be downloaded."
        }
      return "This picture is not on this computer. \(why)"
    }
    guard mayFetch else {
      return "This picture is at \(host). It is not downloaded, because fetch-pictures is \"never\" in the settings."
    }
    return "This picture is at \(host) and not downloaded yet."
      + after(keymap.sentence(PictureCommands.fetch, "downloads it."))
  }

  private static func after(_ sentence: String) -> String { sentence.isEmpty ? "" : " " + sentence }
}

extension Account.Origin {
  fileprivate var isImported: Bool {
    if case .imported = self { true } else { false }
  }
}
