/// Plays videos and sounds in an external program.
public protocol MediaPlayer: Sendable {
  /// Starts the program and returns soon after it has started, not when it ends.
  /// - Parameter command: the program and its first arguments; empty for the system's default.
  func play(_ location: MediaLocation, with command: [String]) async throws(MediaFailure)
}

/// The location of a video or a sound.
public enum MediaLocation: Hashable, Sendable {
  /// A file on this machine.
  case stored(StoredPicture)
  case web(WebAddress)
}

/// The reason that a video or an audio file cannot be played.
public enum MediaFailure: Error, Hashable, Sendable {
  /// It is not stored on this machine and has no web address.
  case noAddress
  /// It is not stored on this machine and Tern runs with `--offline`.
  case offlineMode(host: String)
  case notOpened(LinkError)
  /// The program could not be started; the reason in the system's words.
  case notStarted(program: String, reason: String)
  /// The program ended immediately with a status other than 0.
  case ended(program: String, status: Int)
  /// The program was ended immediately by a signal.
  case killed(program: String, signal: Int)
}
