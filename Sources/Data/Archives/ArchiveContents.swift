import Domain
import Formats

/// The content of an archive that was read so far: the folder of its posts and its small files.
struct ArchiveContents {
  /// In bytes, for one small file. Real ones are far smaller.
  private static let maxFileSize = 64 << 20
  /// In bytes, for all small files.
  private static let maxTotalSize = 80 << 20

  /// The folder with the posts; nil if not chosen yet. Other folders are ignored.
  private(set) var root: String?
  /// The stated total size of its posts in bytes.
  private(set) var size = 0
  /// The reasons for which small files were refused, by path.
  private(set) var refused: [String: String] = [:]
  private var smallFiles: [String: [UInt8]] = [:]
  private var smallFileBytes = 0

  /// Scans all members and chooses a folder: one with posts rather than only likes or bookmarks, then the least deep
  /// one, then the first.
  mutating func scan(_ files: any ArchiveFiles) {
    var best = Int.max
    while let member = files.next() {
      guard member.role != .metadata else {
        storeSmallFile(member, of: files)
        continue
      }
      let rank = (member.role == .posts ? 0 : 10) + member.depth
      if rank < best { (root, size, best) = (member.folder, 0, rank) }
      if member.folder == root { size += min(files.size, 1 << 40) }
    }
  }

  /// Chooses the folder of a member, unless a folder was chosen before.
  /// - Returns: the chosen folder.
  mutating func chooseFolder(of member: ArchiveMember) -> String {
    let root = root ?? member.folder
    self.root = root
    return root
  }

  /// Stores a small file in memory. Later files with the same path are ignored.
  mutating func storeSmallFile(_ member: ArchiveMember, of files: any ArchiveFiles) {
    guard smallFiles[member.path] == nil, refused[member.path] == nil else { return }
    do throws(TimelineError) {
      let source = GzipSource(try files.open())
      var bytes: [UInt8] = []
      while bytes.count <= Self.maxFileSize, source.read(into: &bytes) {}
      if bytes.count > Self.maxFileSize || smallFileBytes + bytes.count > Self.maxTotalSize {
        refused[member.path] = ArchiveRefusal.tooLarge
      } else if source.readError != nil || !OwnerFile.isReadable(bytes) {
        refused[member.path] = ArchiveRefusal.damaged
      } else {
        smallFiles[member.path] = bytes
        smallFileBytes += bytes.count
      }
    } catch {
      refused[member.path] = ArchiveRefusal.unreadable
    }
  }

  /// The content of a small file, if it is stored.
  func smallFile(_ name: String, in folder: String) -> [UInt8]? { smallFiles[folder + name] }

  /// The owner according to `actor.json`.
  func actor(in folder: String) -> Profile? {
    smallFile("actor.json", in: folder).flatMap(OwnerFile.owner)
  }
}
