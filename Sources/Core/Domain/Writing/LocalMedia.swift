/// Finds files on this machine to attach to a post.
public protocol LocalMedia: Sendable {
  /// Paths that start with a prefix; those of directories end with a slash.
  /// - Parameter typed: the beginning of a path as the user types it: `~/Pic`, `cat.p`.
  func paths(startingWith typed: String, limit: Int) -> [String]

  /// The file at a path.
  /// - Parameter path: the path as the user types it.
  /// - Throws: `fileMissing`, `fileUnreadable`.
  func file(at path: String) throws(TimelineError) -> LocalMediaFile
}

/// The picture on the clipboard of the desktop.
public protocol PictureClipboard: Sendable {
  /// Stores the picture in a file of Tern's own, to attach it to a post.
  func storePicture() async throws(PasteFailure) -> LocalMediaFile
}

/// The reason that no picture was pasted.
public enum PasteFailure: Error, Hashable, Sendable {
  /// No program that reads the clipboard is installed. The value lists the programs that were searched for.
  case noProgram([String])
  /// The program found no picture on the clipboard.
  case noPicture
  /// The content of the clipboard is not a supported picture. The value names its type: “an AVIF”, “not a picture”.
  case unknownKind(String)
  /// Larger than this, in bytes.
  case tooLarge(limit: Int)
  case notStarted(program: String, reason: String)
  /// The program ended with an error. The message is its first line on standard error, or empty.
  case failed(program: String, message: String)
  case timedOut(program: String, seconds: Int)
  case notStored(reason: String)
}

extension PasteFailure {
  /// The failure as a sentence for the user.
  public var sentence: String {
    switch self {
    case .noProgram(let names):
      "To paste pictures, install \(names.joined(separator: " or ")), or set paste-command."
    case .noPicture: "There is no picture on the clipboard."
    case .unknownKind(let name): "The clipboard holds no JPEG, PNG, WebP or GIF: it is \(name)."
    case .tooLarge(let limit): "The picture on the clipboard is over the limit of \(limit / 1_000_000) MB."
    case .notStarted(let program, let reason): "\(program) cannot be started: \(reason)."
    case .failed(let program, let message):
      message.isEmpty ? "\(program) returned no picture." : "\(program) returned no picture: \(message)"
    case .timedOut(let program, let seconds): "\(program) took longer than \(seconds) seconds and was ended."
    case .notStored(let reason): "The picture could not be saved: \(reason)."
    }
  }
}

/// A file to attach to a post.
public struct LocalMediaFile: Hashable, Sendable {
  /// Absolute.
  public var path: String
  public var bytes: Int
  /// By its file name extension; nil if unknown.
  public var kind: Media.Kind?
  /// nil if unknown.
  public var version: FileVersion?

  public init(path: String, bytes: Int, kind: Media.Kind?, version: FileVersion? = nil) {
    self.path = path
    self.bytes = bytes
    self.kind = kind
    self.version = version
  }
}
