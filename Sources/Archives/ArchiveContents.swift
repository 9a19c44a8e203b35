import Domain
import Formats

/// What is in an archive, as far as it has been looked at.
struct ArchiveContents {
  /// The most bytes of one small file, and of all of them. Those of real archives are far smaller.
  private static let largestSibling = 64 << 20
  private static let largestSiblings = 80 << 20

  /// The folder that the posts are in: one archive has one.
  private(set) var root: String?
  /// What all its posts come to, in bytes, as the archive says.
  private(set) var size = 0
  /// Why small files could not be kept, by their paths.
  private(set) var refused: [String: String] = [:]
  private var siblings: [String: [UInt8]] = [:]
  private var siblingBytes = 0

  /// Looks through all that is there. Of several folders, that with posts counts, and then the one least deep.
  mutating func look(through files: any ArchiveFiles) {
    var best = Int.max
    while let member = files.next() {
      guard member.role != .about else {
        keep(member, of: files)
        continue
      }
      let rank = (member.role == .posts ? 0 : 10) + member.depth
      if rank < best { (root, size, best) = (member.folder, 0, rank) }
      if member.folder == root { size += min(files.size, 1 << 40) }
    }
  }

  /// Settles on the one folder whose posts are read: that of this file, unless a look through the archive has found a
  /// better one.
  /// - Returns: the folder that they have to be in.
  mutating func settle(_ member: ArchiveMember) -> String {
    let root = root ?? member.folder
    self.root = root
    return root
  }

  /// Keeps a small file. Where two have one name, the first counts.
  mutating func keep(_ member: ArchiveMember, of files: any ArchiveFiles) {
    guard siblings[member.path] == nil, refused[member.path] == nil else { return }
    do throws(TimelineError) {
      let source = GzipSource(try files.open())
      var bytes: [UInt8] = []
      while bytes.count <= Self.largestSibling, source.read(into: &bytes) {}
      if bytes.count > Self.largestSibling || siblingBytes + bytes.count > Self.largestSiblings {
        refused[member.path] = ArchiveRefusal.tooLarge
      } else if source.trouble != nil || !OwnerFile.isReadable(bytes) {
        refused[member.path] = ArchiveRefusal.damaged
      } else {
        siblings[member.path] = bytes
        siblingBytes += bytes.count
      }
    } catch {
      refused[member.path] = ArchiveRefusal.unreadable
    }
  }

  /// A small file, if it has been kept.
  func sibling(_ name: String, in folder: String) -> [UInt8]? { siblings[folder + name] }

  /// Whose archive it is, where `actor.json` says so.
  func actor(in folder: String) -> Profile? {
    sibling("actor.json", in: folder).flatMap(OwnerFile.owner)
  }
}
