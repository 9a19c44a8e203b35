import CNettle
import Domain

/// The file name of a stored picture: a hash of its identity, so that external names are never used as file names.
///
/// A picture is identified by its address. Files in archives have other names: X derives them from the post id and the
/// last component of the address, Mastodon from the path of the address.
public enum PictureName {
  /// All possible names, the most likely first.
  static func names(of picture: PostPicture) -> [String] {
    guard let address = picture.media.url, !address.isEmpty else { return [] }
    var names = [name(ofAddress: address)]
    let path = address.prefix { $0 != "?" && $0 != "#" }
    if let last = path.split(separator: "/").last { names.append(hash("x:\(picture.post.id.rawValue)-\(last)")) }
    if let inner = mastodonPath(String(path)) { names.append(hash("mastodon:\(inner)")) }
    if picture.prefersPreview, let preview = picture.media.previewURL { names.append(name(ofAddress: preview)) }
    return names
  }

  static func name(ofAddress address: String) -> String { hash("address:\(address)") }

  /// The name for a file of an archive; nil if it is not a picture of a post.
  /// - Parameter path: The path in the archive: `data/tweets_media/20-ABC.jpg`.
  public static func name(inArchive path: String) -> String? {
    let parts = path.split(separator: "/")
    guard parts.count > 1, let last = parts.last else { return nil }
    if xFolders.contains(String(parts[parts.count - 2])) { return hash("x:\(last)") }
    return mastodonPath(path).map { hash("mastodon:\($0)") }
  }

  /// X's folders for media of posts. Media of direct messages is private and not imported.
  private static let xFolders: Set<String> = ["tweets_media", "tweet_media", "deleted_tweets_media"]

  /// The path after `media_attachments/`.
  private static func mastodonPath(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let start = parts.firstIndex(of: "media_attachments"), start + 1 < parts.count else { return nil }
    return parts[(start + 1)...].joined(separator: "/")
  }

  /// The SHA-256 in hexadecimal.
  static func hash(_ text: String) -> String {
    var context = sha256_ctx()
    nettle_sha256_init(&context)
    nettle_sha256_update(&context, text.utf8.count, Array(text.utf8))
    var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_SIZE))
    nettle_sha256_digest(&context, digest.count, &digest)
    let digits = Array("0123456789abcdef".utf8)
    return String(decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
