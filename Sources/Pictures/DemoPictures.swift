import Domain
import Glibc

/// The demo's pictures, which lie beside its posts. Nobody is asked for others.
public struct DemoPictures: PictureRepository {
  private let folder: String

  /// - Parameter directory: the demo's.
  public init(directory: String) {
    folder = directory + "/media"
  }

  /// By the last part of the address, where that is a plain name.
  public func kept(_ picture: PostPicture) async -> StoredPicture? {
    guard let name = picture.media.url?.split(separator: "/").last, !name.hasPrefix("."),
      name.utf8.allSatisfy({ 0x30...0x39 ~= $0 || 0x61...0x7A ~= $0 || $0 == 0x2D || $0 == 0x2E })
    else { return nil }
    let path = "\(folder)/\(name)"
    return access(path, R_OK) == 0 ? StoredPicture(path: path) : nil
  }

  public func host(of picture: PostPicture) -> String? { nil }

  public func fetch(_ picture: PostPicture) async throws(PictureFailure) -> StoredPicture {
    guard let kept = await kept(picture) else { throw .noAddress }
    return kept
  }
}
