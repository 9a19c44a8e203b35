import Domain
import Glibc
import Synchronization
import SystemFiles

/// Where the pictures of one account are kept: a folder of its own beside the store, for nobody but its owner.
public struct PictureFolder: Sendable {
  private static let parent = "pictures"
  /// Stands between a picture's name and what tells those apart that are still being written.
  private static let partialMark: Character = "."
  private static let partials = Atomic(0)

  let folder: AppDirectory
  var path: String { folder.path }

  /// - Parameter directory: where the store is.
  public init(in directory: String, of account: AccountID) {
    folder = AppDirectory(path: "\(directory)/\(Self.parent)/\(PictureName.hash(account.storageKey).prefix(32))")
  }

  /// nil where it is not kept.
  func find(_ picture: PostPicture) -> StoredPicture? {
    PictureName.names(of: picture).lazy.map(folder.path(of:)).first { access($0, R_OK) == 0 }
      .map { StoredPicture(path: $0) }
  }

  public func contains(_ name: String) -> Bool { access(folder.path(of: name), F_OK) == 0 }

  /// Keeps a picture: all of it, or nothing.
  /// - Parameter name: as `PictureName` gives it.
  @discardableResult
  public func keep(_ bytes: [UInt8], as name: String) throws(PictureFailure) -> StoredPicture {
    let new = try begin(name)
    try new.append(bytes)
    return try new.finish()
  }

  /// Begins a file that is kept once it is whole: a film is too large to be held in memory.
  /// - Parameter name: as `PictureName` gives it.
  public func begin(_ name: String) throws(PictureFailure) -> NewPicture {
    do throws(FileError) {
      try folder.make()
    } catch {
      throw .unreadable("\(error.path): \(error.cause.reason)")
    }
    let path = folder.path(of: name)
    let number = Self.partials.wrappingAdd(1, ordering: .relaxed).newValue
    return try NewPicture(path, partial: "\(path)\(Self.partialMark)\(getpid())-\(number)")
  }

  /// Removes what is left of pictures that were being written when Tern was ended, of all accounts. What another Tern is
  /// writing stays.
  /// - Parameter directory: where the store is.
  public static func removePartials(in directory: String) {
    let parent = AppDirectory(path: "\(directory)/\(parent)")
    for account in names(in: parent.path) {
      let folder = AppDirectory(path: parent.path(of: account))
      for name in names(in: folder.path) where name.contains(partialMark) {
        let path = folder.path(of: name)
        guard let file = try? OpenFile(path, O_RDONLY | O_NOFOLLOW), (try? file.tryToLock()) == true else { continue }
        unlink(path)
        _ = consume file
      }
    }
  }

  /// How much is kept, in bytes.
  public var size: Int { files().reduce(0) { $0 + $1.size } }

  /// Removes the account's pictures, and what is left of others.
  public func remove() {
    for name in Self.names(in: path) { unlink(folder.path(of: name)) }
    rmdir(path)
  }

  /// Removes those that have been looked at longest ago, until all is no larger.
  /// - Parameters:
  ///   - limit: in bytes.
  ///   - kept: stays in any case.
  func prune(to limit: Int, but kept: StoredPicture) {
    let all = files()
    var size = all.reduce(0) { $0 + $1.size }
    var files = all.filter { folder.path(of: $0.name) != kept.path }.sorted { $0.usedAt < $1.usedAt }[...]
    while size > limit, let oldest = files.popFirst() {
      unlink(folder.path(of: oldest.name))
      size -= oldest.size
    }
  }

  /// It has been looked at now.
  func touch(_ picture: StoredPicture) { utimensat(AT_FDCWD, picture.path, nil, 0) }
}

extension PictureFolder {
  private struct File {
    let name: String
    let size: Int
    let usedAt: Int
  }

  /// Those that are whole; none where there is no folder.
  private func files() -> [File] {
    Self.names(in: path).filter { !$0.contains(Self.partialMark) }.compactMap { name in
      var status = stat()
      guard lstat(folder.path(of: name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
      return File(name: name, size: Int(status.st_size), usedAt: Int(status.st_mtim.tv_sec))
    }
  }

  private static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { name in
        name.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: name.pointee)) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }
}
