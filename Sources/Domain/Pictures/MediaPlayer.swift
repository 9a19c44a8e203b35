/// Plays films and sounds outside Tern, in a program of the person's own.
public protocol MediaPlayer: Sendable {
  /// It does not wait for the end of the film: it returns once it can be taken that the program runs.
  /// - Parameter command: the program, then what it is told first; of none, the system's own is meant.
  /// - Throws: where it does not start, or ends at once with a failure.
  func play(_ place: MediaLocation, with command: [String]) async throws(MediaFailure)
}

/// Where a film or a sound is.
public enum MediaLocation: Hashable, Sendable {
  /// On this machine.
  case kept(StoredPicture)
  case web(WebAddress)
}

/// Why a film or a sound is not played.
public enum MediaFailure: Error, Hashable, Sendable {
  /// It is not kept on this machine, and has no address of the web.
  case noAddress
  /// It is not kept on this machine, and nobody is to be asked.
  case notAsked(host: String)
  case notOpened(LinkError)
  /// The program could not be started; why, in the system's words.
  case notStarted(program: String, reason: String)
  /// The program ended at once, with a status other than 0.
  case ended(program: String, status: Int)
  /// The program ended at once, by a signal.
  case killed(program: String, signal: Int)
}
