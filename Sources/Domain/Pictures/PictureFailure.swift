/// Why there is no picture.
public enum PictureFailure: Error, Hashable, Sendable {
  /// It is something else, in words: “an AVIF”, “no picture”.
  case unknownKind(String)
  /// It is cut off or broken; what the library says of it, which may be nothing.
  case damaged(String)
  case tooManyPixels(PixelSize)
  /// In bytes: it is larger than any picture that is read.
  case tooLarge(limit: Int)
  /// It takes more memory than a picture may.
  case noMemory
  /// It takes longer than so many seconds.
  case tooSlow(seconds: Int)
  /// What decodes pictures ended by a signal of this number.
  case crashed(signal: Int)
  /// It did not do what it does: it could not be started, or said something that makes no sense.
  case decoderFailed(String)
  /// A library is missing, by the name of its file.
  case noLibrary(String)
  /// It is no longer where it was kept, or cannot be read there.
  case unreadable(String)
  /// Its server did not give it.
  case notFetched(TimelineError)
  /// Its address, or what that has led to, is on this machine or in its own network; the host, for people.
  case notPublic(host: String)
  /// It has no address from which it could be fetched.
  case noAddress
  /// Nobody waits for it any more.
  case cancelled
}

extension PictureFailure {
  /// What went wrong and why, in a sentence.
  public var sentence: String {
    switch self {
    case .unknownKind(let kind): "This is \(kind). Tern draws JPEG, PNG, WebP and GIF."
    case .damaged(let words):
      words.isEmpty ? "This picture is damaged or cut off." : "This picture is damaged or cut off: \(words)."
    case .tooManyPixels(let size):
      "This picture says that it has \(size.width) × \(size.height) pixels: more than Tern draws."
    case .tooLarge(let limit): "This picture is larger than \(limit / 1_000_000) MB: more than Tern reads."
    case .noMemory: "This picture takes more memory than a picture may."
    case .tooSlow(let seconds): "This picture takes longer than \(seconds) seconds, and was given up."
    case .crashed(let signal): "What decodes pictures crashed over this one (signal \(signal)). Tern goes on."
    case .decoderFailed(let reason): "What decodes pictures does not work: \(reason)."
    case .noLibrary(let file): "To draw this, Tern needs \(file), which is not on this machine."
    case .unreadable(let reason): "This picture cannot be read: \(reason)."
    case .notFetched(let error): "This picture could not be fetched: \(error.clause)."
    case .notPublic(let host):
      "This picture was not fetched: \(host) is on this machine or in its own network, and its server is not."
    case .noAddress: "This picture is not kept, and has no address from which it could be fetched."
    case .cancelled: "Nobody waited for this picture."
    }
  }
}
