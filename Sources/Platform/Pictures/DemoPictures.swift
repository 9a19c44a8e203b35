import Domain
import Glibc

/// The pictures of the demo, stored next to its posts. There is no network access.
public struct DemoPictures: PictureRepository {
  private let folder: String

  /// - Parameter directory: The directory of the demo.
  public init(directory: String) {
    folder = directory + "/media"
  }

  /// Finds the file by the last component of the address, if that is a plain name.
  public func storedPicture(for picture: PostPicture) async -> StoredPicture? {
    guard let name = picture.media.url?.split(separator: "/").last, !name.hasPrefix("."),
      name.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D || $0 == 0x2E })
    else { return nil }
    let path = "\(folder)/\(name)"
    return access(path, R_OK) == 0 ? StoredPicture(path: path) : nil
  }

  public func host(of picture: PostPicture) -> String? { nil }

  /// - Throws: `PictureFailure.noAddress` if the demo does not contain the picture.
  public func fetch(_ picture: PostPicture) async throws(PictureFailure) -> StoredPicture {
    guard let stored = await storedPicture(for: picture) else { throw .noAddress }
    return stored
  }
}
