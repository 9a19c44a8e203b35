/// The reason that a picture cannot be shown.
public enum PictureFailure: Error, Hashable, Sendable {
  /// Not a supported format; what it is, for a sentence: “an AVIF”, “no picture”.
  case unknownKind(String)
  /// Truncated or corrupt; the message of the library, which may be empty.
  case damaged(String)
  case tooManyPixels(PixelSize)
  /// Exceeds the size limit, in bytes.
  case tooLarge(limit: Int)
  /// Exceeds the memory limit.
  case noMemory
  /// Exceeds the time limit.
  case tooSlow(seconds: Int)
  /// The decoder process was ended by a signal.
  case crashed(signal: Int)
  /// The decoder process could not be started or returned an invalid response.
  case decoderFailed(String)
  /// The shared library for the format is missing; its file name.
  case noLibrary(String)
  /// The stored file no longer exists or cannot be read.
  case unreadable(String)
  /// The server did not return the picture.
  case notFetched(TimelineError)
  /// The URL, or a redirect of it, is on this machine or its local network; the host, for messages.
  case notPublic(host: String)
  /// The picture is not stored and has no URL.
  case noAddress
  /// The request was cancelled.
  case cancelled
}

extension PictureFailure {
  /// The reason in a sentence.
  public var sentence: String {
    switch self {
    case .unknownKind(let kind): "This is \(kind). Tern can show JPEG, PNG, WebP and GIF."
    case .damaged(let words):
      words.isEmpty ? "This picture is damaged or incomplete." : "This picture is damaged or incomplete: \(words)."
    case .tooManyPixels(let size):
      "This picture is too large to show: \(size.width) × \(size.height) pixels."
    case .tooLarge(let limit): "This picture is over the limit of \(limit / 1_000_000) MB."
    case .noMemory: "This picture needs too much memory."
    case .tooSlow(let seconds): "This picture took longer than \(seconds) seconds and was cancelled."
    case .crashed(let signal): "The picture decoder crashed (signal \(signal)). Tern keeps running."
    case .decoderFailed(let reason): "The picture decoder failed: \(reason)."
    case .noLibrary(let file): "To show this picture, install \(file)."
    case .unreadable(let reason): "This picture cannot be read: \(reason)."
    case .notFetched(let error): "This picture could not be downloaded: \(error.clause)."
    case .notPublic(let host):
      "This picture was not downloaded: \(host) is on the local network, and its server is not."
    case .noAddress: "This picture is not stored and has no address to download it from."
    case .cancelled: "Loading this picture was cancelled."
    }
  }
}
