import Domain
import Glibc
import Synchronization
import SystemFiles

/// The picture directory of an account, next to the store, readable by its owner only.
public struct PictureFolder: Sendable {
  private static let parent = "pictures"
  /// Separates a picture's name from the suffix of unfinished files.
  private static let partialMark: Character = "."
  private static let partials = Atomic(0)

  let folder: AppDirectory
  var path: String { folder.path }

  /// - Parameter directory: The directory of the store.
  public init(in directory: String, of account: AccountID) {
    folder = AppDirectory(path: "\(directory)/\(Self.parent)/\(PictureName.hash(account.storageKey).prefix(32))")
  }

  /// The stored picture, if any.
  func find(_ picture: PostPicture) -> StoredPicture? {
    PictureName.names(of: picture).lazy.map(folder.path(of:)).first { access($0, R_OK) == 0 }
      .map { StoredPicture(path: $0) }
  }

  public func contains(_ name: String) -> Bool { access(folder.path(of: name), F_OK) == 0 }

  /// Stores a picture atomically.
  /// - Parameter name: A name from `PictureName`.
  /// - Throws: `PictureFailure.unreadable` if it cannot be written.
  @discardableResult
  public func store(_ bytes: [UInt8], as name: String) throws(PictureFailure) -> StoredPicture {
    let new = try makeWriter(name)
    try new.append(bytes)
    return try new.finish()
  }

  /// Creates a file that is stored when it is finished, for media too large for memory.
  /// - Parameter name: A name from `PictureName`.
  /// - Throws: `PictureFailure.unreadable` if it cannot be created.
  public func makeWriter(_ name: String) throws(PictureFailure) -> PictureFileWriter {
    do throws(FileError) {
      try folder.make()
    } catch {
      throw .unreadable("\(error.path): \(error.cause.reason)")
    }
    let path = folder.path(of: name)
    let number = Self.partials.wrappingAdd(1, ordering: .relaxed).newValue
    return try PictureFileWriter(path, partial: "\(path)\(Self.partialMark)\(getpid())-\(number)")
  }

  /// Removes unfinished files of terminated processes, for all accounts. Files locked by running processes are skipped.
  /// - Parameter directory: The directory of the store.
  public static func removePartials(in directory: String) {
    let parent = AppDirectory(path: "\(directory)/\(parent)")
    for account in DirectoryListing.names(in: parent.path) {
      let folder = AppDirectory(path: parent.path(of: account))
      for name in DirectoryListing.names(in: folder.path) where name.contains(partialMark) {
        let path = folder.path(of: name)
        guard let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW), (try? file.tryToLock()) == true else { continue }
        unlink(path)
        _ = consume file
      }
    }
  }

  /// The total size in bytes.
  public var size: Int { files().reduce(0) { $0 + $1.size } }

  /// Removes all pictures of the account and its directory.
  public func remove() {
    for name in DirectoryListing.names(in: path) { unlink(folder.path(of: name)) }
    rmdir(path)
  }

  /// Removes the least recently viewed pictures until the total size is within the limit.
  /// - Parameters:
  ///   - limit: In bytes.
  ///   - kept: Never removed.
  func prune(to limit: Int, but kept: StoredPicture) {
    let all = files()
    var size = all.reduce(0) { $0 + $1.size }
    var files = all.filter { folder.path(of: $0.name) != kept.path }.sorted { $0.usedAt < $1.usedAt }[...]
    while size > limit, let oldest = files.popFirst() {
      unlink(folder.path(of: oldest.name))
      size -= oldest.size
    }
  }

  /// Marks a picture as viewed now.
  func touch(_ picture: StoredPicture) { utimensat(AT_FDCWD, picture.path, nil, 0) }
}

extension PictureFolder {
  private struct File {
    let name: String
    let size: Int
    let usedAt: Int
  }

  /// The finished files; empty if the directory does not exist.
  private func files() -> [File] {
    DirectoryListing.names(in: path).filter { !$0.contains(Self.partialMark) }.compactMap { name in
      var status = stat()
      guard lstat(folder.path(of: name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return File(name: name, size: Int(status.st_size), usedAt: Int(status.st_mtim.tv_sec))
    }
  }
}
