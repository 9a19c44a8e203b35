import Domain
import Formats

/// The content of an archive, as far as it was scanned.
struct ArchiveContents {
  /// The maximum sizes in bytes of one small file, and of all of them. Those of real archives are far smaller.
  private static let maxFileSize = 64 << 20
  private static let maxTotalSize = 80 << 20

  /// The folder of the posts. An archive has one.
  private(set) var root: String?
  /// The stated total size of its posts in bytes.
  private(set) var size = 0
  /// The reasons for which small files were refused, by path.
  private(set) var refused: [String: String] = [:]
  private var smallFiles: [String: [UInt8]] = [:]
  private var smallFileBytes = 0

  /// Scans all members. Of several folders, the first with posts and then the least deep one is chosen.
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

  /// Chooses the folder whose posts are read: that of this member, unless a scan has found a better one.
  /// - Returns: the chosen folder.
  mutating func chooseFolder(of member: ArchiveMember) -> String {
    let root = root ?? member.folder
    self.root = root
    return root
  }

  /// Stores a small file in memory. Of two with the same name, the first counts.
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
