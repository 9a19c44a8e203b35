import CNettle
import Domain

/// What a picture is kept as: a hash of what it is known by. No name from outside ever names a file.
///
/// A picture is known by its address. In an archive its file has another name, which the post's own words lead to: X names
/// it after the post and the last part of the address, Mastodon by the path of the address.
public enum PictureName {
  /// All under which it may be kept, the likeliest first.
  static func names(of picture: PostPicture) -> [String] {
    guard let address = picture.media.url, !address.isEmpty else { return [] }
    var names = [name(ofAddress: address)]
    let path = address.prefix { $0 != "?" && $0 != "#" }
    if let last = path.split(separator: "/").last { names.append(hash("x:\(picture.post.id.rawValue)-\(last)")) }
    if let inner = mastodonPath(String(path)) { names.append(hash("mastodon:\(inner)")) }
    return names
  }

  static func name(ofAddress address: String) -> String { hash("address:\(address)") }

  /// What the file of an archive is kept as; nil where it is no picture of a post.
  /// - Parameter path: within the archive: `data/tweets_media/20-ABC.jpg`.
  public static func name(inArchive path: String) -> String? {
    let parts = path.split(separator: "/")
    guard parts.count > 1, let last = parts.last else { return nil }
    if xFolders.contains(String(parts[parts.count - 2])) { return hash("x:\(last)") }
    return mastodonPath(path).map { hash("mastodon:\($0)") }
  }

  /// Those in which X keeps the media of posts. What direct messages carry is nobody's business.
  private static let xFolders: Set<String> = ["tweets_media", "tweet_media", "deleted_tweets_media"]

  /// What follows `media_attachments/`.
  private static func mastodonPath(_ path: String) -> String? {
    let parts = path.split(separator: "/")
    guard let start = parts.firstIndex(of: "media_attachments"), start + 1 < parts.count else { return nil }
    return parts[(start + 1)...].joined(separator: "/")
  }

  /// SHA-256 in hexadecimal digits.
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
