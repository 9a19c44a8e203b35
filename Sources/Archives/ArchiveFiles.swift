import Domain
import Formats

/// What lies in a folder or is packed in a file, one file after another.
protocol ArchiveFiles: AnyObject {
  /// Goes to the next file that is wanted. Those that are wanted and cannot be had are noted in `refused`.
  /// - Returns: nil at the end, which is also where the archive cannot be followed any further.
  func next() -> ArchiveMember?

  /// The file that it has gone to. To be read before the next one.
  func open() throws(TimelineError) -> any ByteSource

  /// Of the file that it has gone to, in bytes, as the archive says.
  var size: Int { get }

  /// How much of all has been read, from 0 to 1; nil where only the files themselves tell.
  var fraction: Double? { get }

  var refused: [SkippedFile] { get }

  /// Why it could not be followed to its end.
  var damage: String? { get }
}
